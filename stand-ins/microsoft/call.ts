import { type Answer, type Asked, jsonOf } from '../http.ts';
import { accessDenied, badRequest, GraphFailure, itemNotFound, tokenRefused } from './failure.ts';
import type { SearchSettings } from './listing.ts';
import type { CalendarFacts, Mailbox } from './mailbox.ts';
import type { TeamsSettings } from './online-meeting.ts';
import { type Preferences, preferencesOf } from './render.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { Access, TokenStore } from './tokens.ts';
import type { Writing } from './writing.ts';

export interface ApiParts {
  /** By address. */
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  readonly tokens: TokenStore;
  readonly subscriptions: Subscriptions;
  readonly teams: () => TeamsSettings;
  readonly search: SearchSettings;
  /** How long the next change stays hidden from readers. */
  readonly hiddenMs: () => number;
  readonly now: () => number;
  readonly url: () => string;
}

/** A call by a known person with a fitting scope. */
export interface Call {
  readonly asked: Asked;
  readonly access: Access;
  readonly mailbox: Mailbox;
  readonly preferences: Preferences;
  /** The address of the call, without its query. */
  readonly address: string;
}

export type Work = (call: Call) => Answer | Promise<Answer>;

/** The grant behind a call; undefined: an unknown or ended token. */
export const accessOf = (tokens: TokenStore, { headers }: Asked): Access | undefined =>
  tokens.ofAccess(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');

/** An unknown or ended token is refused, always; then the scope. */
export async function guarded(parts: ApiParts, scopes: readonly string[], asked: Asked, work: Work): Promise<Answer> {
  try {
    const access = accessOf(parts.tokens, asked);
    if (!access) throw tokenRefused();
    if (!scopes.some((scope) => access.scopes.includes(scope))) throw accessDenied();
    const mailbox = parts.mailboxes.get(access.person.email);
    if (!mailbox) throw new GraphFailure(404, 'MailboxNotEnabledForRESTAPI', 'The mailbox is not enabled.');
    const address = `${parts.url()}${asked.url.pathname}`;
    const pagesUrl = `${parts.url()}/people/${encodeURIComponent(access.person.email)}`;
    return await work({ asked, access, mailbox, address, preferences: preferencesOf(asked.headers, pagesUrl) });
  } catch (error) {
    if (error instanceof GraphFailure) return error.answer;
    if (error instanceof SyntaxError) return badRequest('BadRequest', 'Unable to read JSON request payload.').answer;
    throw error;
  }
}

/** The calendar of a call; without one in its path, the default. @throws GraphFailure 404 */
export function calendarOfCall({ asked, mailbox }: Call): CalendarFacts {
  const { calendarId } = asked.params;
  const found = calendarId === undefined ? mailbox.defaultCalendar : mailbox.calendars.get(calendarId);
  if (!found) throw itemNotFound();
  return found;
}

export const writingOf = (parts: ApiParts, { asked, mailbox }: Call): Writing => ({
  ...{ mailbox, ifMatch: asked.headers['if-match'], byHand: false },
  ...{ hiddenMs: parts.hiddenMs(), nowMs: parts.now(), teams: parts.teams(), search: parts.search },
});

/** @throws SyntaxError, GraphFailure 400: no JSON object */
export function bodyOf<T extends object>({ asked }: Call): T {
  const body = jsonOf(asked);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('BadRequest', 'Unable to read JSON request payload.');
  return body as T;
}
