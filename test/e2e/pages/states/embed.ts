import {
  buttonRule,
  type EmbedChoice,
  embedDocument,
  embedSnippet,
  withoutScript,
} from '../../../../web/parts/embed-snippet.ts';
import { type PageProps, renderPage } from '../../../../web/server.tsx';
import { frame, html } from './base.ts';
import { booked } from './booking.ts';
import { event, path } from './event.ts';

export const FRAMED_SCRIPT = '/assets/framed.js';
const ORIGIN = 'https://book.holdfast.example';

const snippetOf = (choice: EmbedChoice): string =>
  embedSnippet(choice, { href: `${ORIGIN}${path}`, scriptHref: `${ORIGIN}/embed.js` });
const lookHref = ({ kind }: EmbedChoice): string => `/look-${kind}.html`;

const embed = (choice: EmbedChoice): PageProps<'embed'> => ({
  hostName: 'Ada Lovelace',
  eventName: 'Deep dive',
  choice,
  snippet: snippetOf(choice),
  rule: buttonRule(choice),
  action: `/embed${path}`,
  previewHref: `/embed${path}?view=preview`,
  lookHref: lookHref(choice),
  bookingHref: path,
  framedHref: lookHref(choice),
  publicOrigin: ORIGIN,
});

/** The same pages within a frame of another site. */
const framed = (outcome: string | null) => ({ ...frame, framed: { scriptHref: FRAMED_SCRIPT, outcome } });

const button: EmbedChoice = { kind: 'button', label: 'Book a meeting', colour: '#0b6b5d', byClass: false };
const popup: EmbedChoice = { kind: 'popup', label: 'Book a meeting', colour: '#f0c020', byClass: true };
const link: EmbedChoice = { ...button, kind: 'link', label: '<b>"Book" & \'meet\'</b>' };

const inline: EmbedChoice = { ...button, kind: 'inline' };

/** The snippets in the frames of their pages. */
export const embedFiles: Readonly<Record<string, { readonly contentType: string; readonly body: string }>> =
  Object.fromEntries(
    [button, popup, link, inline].map((choice) => {
      const look = { snippet: withoutScript(snippetOf(choice)), rule: buttonRule(choice), title: 'Preview' };
      return [lookHref(choice), { contentType: 'text/html', body: embedDocument({ ...look, language: 'en-GB' }) }];
    }),
  );

/** The page that makes a link or button for a website. */
export const embedStates: Readonly<Record<string, string>> = {
  embed: html('embed', embed(button)),
  'embed-inline': html('embed', embed(inline)),
  'embed-popup': html('embed', embed(popup)),
  'embed-link': html('embed', { ...embed(link), eventName: null }),
  'framed-event': renderPage('event', event, framed(null)),
  'framed-booked': renderPage('booked', booked, framed('booked')),
};
