import { buttonRule, type EmbedChoice, embedSnippet } from '../../../../web/parts/embed-snippet.ts';
import { type PageProps, renderPage } from '../../../../web/server.tsx';
import { frame, html } from './base.ts';
import { booked } from './booking.ts';
import { event, path } from './event.ts';

export const FRAMED_SCRIPT = '/assets/framed.js';
const ORIGIN = 'https://book.holdfast.example';

const embed = (choice: EmbedChoice): PageProps<'embed'> => ({
  hostName: 'Ada Lovelace',
  eventName: 'Deep dive',
  choice,
  snippet: embedSnippet(choice, { href: `${ORIGIN}${path}`, scriptHref: `${ORIGIN}/embed.js` }),
  rule: buttonRule(choice),
  action: `/embed${path}`,
  previewHref: `/embed${path}?view=preview`,
  lookHref: `/embed${path}?view=look`,
  bookingHref: path,
  publicOrigin: ORIGIN,
});

/** The same pages within a frame of another site. */
const framed = (outcome: string | null) => ({ ...frame, framed: { scriptHref: FRAMED_SCRIPT, outcome } });

/** The page that makes a link or button for a website. */
export const embedStates: Readonly<Record<string, string>> = {
  embed: html('embed', embed({ kind: 'button', label: 'Book a meeting', colour: '#0b6b5d', byClass: false })),
  'embed-popup': html('embed', embed({ kind: 'popup', label: 'Book a meeting', colour: '#f0c020', byClass: true })),
  'embed-link': html('embed', {
    ...embed({ kind: 'link', label: '<b>"Book" & \'meet\'</b>', colour: '#0b6b5d', byClass: false }),
    eventName: null,
  }),
  'framed-event': renderPage('event', event, framed(null)),
  'framed-booked': renderPage('booked', booked, framed('booked')),
};
