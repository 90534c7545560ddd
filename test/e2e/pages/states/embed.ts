import { buttonRule, type EmbedChoice, embedSnippet } from '../../../../web/parts/embed-snippet.ts';
import type { PageProps } from '../../../../web/server.tsx';
import { html } from './base.ts';
import { path } from './event.ts';

const ORIGIN = 'https://book.holdfast.example';

const embed = (choice: EmbedChoice): PageProps<'embed'> => ({
  hostName: 'Ada Lovelace',
  eventName: 'Deep dive',
  choice,
  snippet: embedSnippet(choice, { href: `${ORIGIN}${path}`, scriptHref: `${ORIGIN}/embed.js` }),
  rule: buttonRule(choice),
  action: `/embed${path}`,
  previewHref: `/embed${path}?view=preview`,
  bookingHref: path,
  publicOrigin: ORIGIN,
});

/** The page that makes a link or button for a website. */
export const embedStates: Readonly<Record<string, string>> = {
  embed: html('embed', embed({ kind: 'button', label: 'Book a meeting', colour: '#0b6b5d', byClass: false })),
  'embed-popup': html('embed', embed({ kind: 'popup', label: 'Book a meeting', colour: '#f0c020', byClass: true })),
  'embed-link': html('embed', {
    ...embed({ kind: 'link', label: '<b>"Book" & \'meet\'</b>', colour: '#0b6b5d', byClass: false }),
    eventName: null,
  }),
};
