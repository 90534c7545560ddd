import type { Answer, Asked } from '../http.ts';
import type { Account, Accounts, ListEntry } from './accounts.ts';
import { GoogleFailure, notFound } from './failure.ts';
import { onlyFields } from './fields.ts';
import type { Push } from './push.ts';
import type { View } from './render.ts';
import { CALENDAR, METHOD_SCOPES } from './scopes.ts';
import type { Grant, TokenStore } from './tokens.ts';
import type { MeetSettings } from './writing.ts';

export interface ApiParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly push: Push;
  readonly meet: () => MeetSettings;
  /** How long the next change stays hidden from readers. */
  readonly hiddenMs: () => number;
  readonly now: () => number;
  readonly url: () => string;
}

/** A call by a known person with a fitting scope. */
export interface Call {
  readonly asked: Asked;
  readonly grant: Grant;
  readonly account: Account;
}

export type Work = (call: Call) => Answer;

/** An unknown or ended token is refused, always; then the scope. */
export async function guarded({ tokens }: ApiParts, id: string, asked: Asked, work: Work): Promise<Answer> {
  try {
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    const grant = token === undefined ? undefined : tokens.ofAccess(token);
    if (!grant)
      throw new GoogleFailure(401, 'authError', 'Invalid Credentials', { type: 'header', name: 'Authorization' });
    if (!METHOD_SCOPES[id]?.some((scope) => grant.scopes.includes(scope)))
      throw new GoogleFailure(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    return work({ asked, grant, account: grant.account });
  } catch (error) {
    if (error instanceof GoogleFailure) return error.answer;
    if (error instanceof SyntaxError) return new GoogleFailure(400, 'parseError', 'Parse Error').answer;
    throw error;
  }
}

export const ok = ({ asked }: Call, body: object): Answer => ({
  status: 200,
  body: onlyFields(body, asked.url.searchParams.get('fields')),
});

/** `primary` is the person's first calendar. @throws GoogleFailure 404 */
export function entry({ asked, account }: Call, id = asked.params.calendarId ?? ''): ListEntry {
  const found = account.list.get(id === 'primary' ? account.email : id);
  if (!found) throw notFound();
  return found;
}

/** What the person may see: by their role, and by the scopes of the token. */
export function viewOf({ asked, grant }: Call, { calendar, accessRole }: ListEntry): View {
  const has = (...names: readonly string[]) =>
    grant.scopes.some((scope) => scope === CALENDAR || names.some((name) => scope === `${CALENDAR}.${name}`));
  const seesAll = has('readonly', 'events', 'events.readonly');
  const seesOwned = accessRole === 'owner' && has('events.owned', 'events.owned.readonly');
  return {
    facts: calendar.facts,
    accessRole,
    timesOnly: accessRole === 'freeBusyReader' || !(seesAll || seesOwned),
    timezone: asked.url.searchParams.get('timeZone') ?? calendar.facts.timeZone,
    maxAttendees: Number(asked.url.searchParams.get('maxAttendees') ?? Number.POSITIVE_INFINITY),
  };
}
