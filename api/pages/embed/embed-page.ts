import { createHash } from 'node:crypto';
import { DEFAULT_ACCENT } from '../../../domain/branding/accent.ts';
import { singleLine } from '../../../domain/untrusted-text.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { embedWords } from '../../../texts/en/pages/booking.ts';
import {
  buttonRule,
  buttonStyle,
  EMBED_KINDS,
  type EmbedChoice,
  embedDocument,
  embedSnippet,
  needsScript,
  withoutScript,
} from '../../../web/parts/embed-snippet.ts';
import { addressOf, eventPath, hostNameOf, hostPath } from '../booking/event-address.ts';
import { queryText } from '../shell/request-address.ts';
import type { Answer, Visit } from '../shell/visit.ts';

const LONGEST_LABEL = 80;

/**
 * GET /embed/{workspace}/{username}, …/{eventSlug}: the HTML of a link or button for a website, from the choices in the
 * query. `view=preview`: that HTML alone, as a document. `view=look`: the same without its script.
 */
export async function showEmbed(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const about = await aboutOf(visit, address);
  if (!about.ok) return visit.fail(about);
  const { publicUrl } = visit.kit.services.urls;
  const path = address.eventSlug === '' ? hostPath(address) : eventPath(address);
  const choice = choiceOf(visit, visit.brand?.accentColor ?? DEFAULT_ACCENT);
  const snippet = embedSnippet(choice, { href: `${publicUrl}${path}`, scriptHref: `${publicUrl}/embed.js` });
  const view = visit.query('view');
  if (view === 'preview') return showPreview(visit, choice, snippet);
  if (view === 'look') return showLook(visit, choice, snippet);
  allowPreview(visit);
  visit.setOptions({ entry: 'embed' });
  visit.show('embed', {
    ...about.output,
    choice,
    snippet,
    rule: buttonRule(choice),
    action: `/embed${path}`,
    previewHref: `/embed${path}${queryText({ ...queryOf(choice), view: 'preview' })}`,
    lookHref: `/embed${path}${queryText({ ...queryOf(choice), view: 'look' })}`,
    bookingHref: path,
    framedHref: `${path}?embed=1`,
    publicOrigin: new URL(publicUrl).origin,
  });
}

/** Hidden events have a button, too: anyone who knows the link may publish it. */
async function aboutOf(
  visit: Visit,
  address: EventAddress,
): Promise<Answer<{ hostName: string; eventName: string | null }>> {
  const { workspace, username, eventSlug } = address;
  const answer =
    eventSlug === ''
      ? await visit.ask('bookable', 'listEventTypes', { workspace, username })
      : await visit.ask('bookable', 'listSlots', { ...address, limit: 1 });
  if (!answer.ok) return answer;
  const eventName = 'eventType' in answer.output ? answer.output.eventType.name : null;
  return { ok: true, output: { hostName: await hostNameOf(visit, address), eventName } };
}

function choiceOf(visit: Visit, ownColour: string): EmbedChoice {
  const colour = visit.query('colour') ?? '';
  return {
    kind: EMBED_KINDS.find((kind) => kind === visit.query('kind')) ?? 'button',
    // Direction marks are removed: the displayed code must be the code that runs.
    label: singleLine(visit.query('label') ?? '', LONGEST_LABEL) || visit.words(embedWords).defaultLabel,
    colour: /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : ownColour,
    byClass: visit.query('style') === 'class',
  };
}

const queryOf = ({ kind, label, colour, byClass }: EmbedChoice) => ({
  kind,
  label,
  colour,
  style: byClass ? 'class' : undefined,
});

/** Lets the page frame its own preview. */
function allowPreview({ response }: Visit): void {
  response.set('Content-Security-Policy', `${response.get('Content-Security-Policy')};frame-src 'self'`);
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The sandboxed frame has no origin of its own: with Origin-Agent-Cluster, Chromium would log a warning. */
function showLook(visit: Visit, choice: EmbedChoice, snippet: string): void {
  visit.response.removeHeader('Origin-Agent-Cluster');
  showPreview(visit, choice, withoutScript(snippet));
}

/**
 * The snippet as another site would serve it. The policy allows only its own style (by hash) and script (by address): code
 * injected by a label neither runs nor shows.
 */
function showPreview(visit: Visit, choice: EmbedChoice, snippet: string): void {
  const { publicUrl } = visit.kit.services.urls;
  const rule = buttonRule(choice);
  const styles = [buttonStyle(choice), rule].filter((text) => text !== '').map(hashOf);
  const policy = [
    "default-src 'none'",
    ...(styles.length === 0 ? [] : [`style-src 'unsafe-hashes' ${styles.join(' ')}`]),
    ...(needsScript(choice.kind) ? [`script-src ${publicUrl}/embed.js`, `frame-src ${publicUrl}`] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  const title = visit.words(embedWords).preview;
  visit.response
    .set('Content-Security-Policy', policy.join(';'))
    .set('X-Frame-Options', 'SAMEORIGIN')
    .set('X-Robots-Tag', 'noindex')
    .type('html')
    .send(embedDocument({ snippet, rule, title, language: visit.locale.tag }));
}
