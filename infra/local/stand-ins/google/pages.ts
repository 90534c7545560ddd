import { html, page } from '../html.ts';
import type { Routes } from '../http.ts';
import type { Accounts } from './accounts.ts';
import type { Hand } from './hand.ts';
import type { TokenStore } from './tokens.ts';

export interface PageParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly hand: Hand;
  readonly now: () => number;
}

/** The pages on which one sees and changes calendars by hand. */
export const pageRoutes = ({ accounts }: PageParts): Routes => [
  [
    'GET',
    '/',
    () => ({
      status: 200,
      body: page(
        'Google',
        'Calendars',
        html`<ul>${[...accounts.people.values()].map(({ email, name }) => html`<li>${name} (${email})</li>`)}</ul>`,
      ),
    }),
  ],
];
