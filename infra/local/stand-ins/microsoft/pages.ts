import { html, page } from '../html.ts';
import type { Routes } from '../http.ts';
import type { Mailbox } from './mailbox.ts';

/** The pages on which one sees and changes calendars by hand. */
export const pageRoutes = ({ mailboxes }: { readonly mailboxes: ReadonlyMap<string, Mailbox> }): Routes => [
  [
    'GET',
    '/',
    () => ({
      status: 200,
      body: page(
        'Microsoft',
        'Calendars',
        html`<ul>${[...mailboxes.values()].map(({ person }) => html`<li>${person.name} (${person.email})</li>`)}</ul>`,
      ),
    }),
  ],
];
