import { v7 as uuidv7 } from 'uuid';
import { tokenHash } from '../../../domain/secrets.ts';
import type { RateClass } from '../../../schemas/operation.ts';
import { Timezone } from '../../../schemas/shapes/fields.ts';
import { LIFETIME_DAYS, type SignInMethod } from '../../../store/accounts/sessions.ts';
import type { SessionRequest, SignedInPerson } from '../../../store/accounts/sign-in.ts';
import { newToken, readCookie, setCookie } from '../../auth/session-cookie.ts';
import { failureOf } from '../../core/call.ts';
import { limited } from '../../core/limit-errors.ts';
import { regionOf } from '../shell/page-language.ts';
import { noteCounted } from '../shell/page-limit.ts';
import type { Visit } from '../shell/visit.ts';
import { clientHashesOf } from './browser.ts';

const SESSION_MS = LIFETIME_DAYS * 24 * 60 * 60_000;
const LONGEST_USER_AGENT = 300;

/** An IANA zone that the browser named, or null. */
export const zoneOf = (given: string | undefined): string | null => Timezone.safeParse(given).data ?? null;

/**
 * Starts a session in this browser. `work` signs a person in with the new session. The token is always new, and the browser gets
 * it only after a sign-in. With a person's first workspace its trial starts.
 */
export async function startSession<T extends SignedInPerson>(
  visit: Visit,
  method: SignInMethod,
  work: (session: SessionRequest) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { services } = visit.kit;
  const { request, response } = visit;
  const token = newToken();
  const previous = readCookie(request, services.urls);
  const signedIn = await work({
    id: uuidv7(),
    tokenHash: tokenHash(token),
    previousTokenHash: previous === undefined ? null : tokenHash(previous),
    userAgent: request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
    ip: request.ip ?? '',
    clientHashes: (email) => clientHashesOf(visit, email),
    method,
    language: visit.language,
    region: regionOf(visit.locale).region ?? null,
  });
  if (!signedIn) return undefined;
  setCookie(response, services.urls, token, { maxAgeMs: SESSION_MS });
  if (signedIn.trialOf !== null)
    services.flowClient.start('trial', { id: signedIn.trialOf, workspaceId: signedIn.trialOf });
  return signedIn;
}

/** Counts a sign-in attempt, or a page that reads. @returns true if the client is over the limit: the refusal is already sent */
export async function asksTooOften(visit: Visit, rateClass: RateClass = 'signIn'): Promise<boolean> {
  noteCounted(visit.request);
  const { limited: isLimited, state } = await visit.kit.limiter.count(rateClass, visit.request.ip ?? '', undefined);
  if (isLimited) {
    const error = limited('signIns', { limit: state?.limit ?? 1, retryAfterSeconds: state?.resetSeconds ?? 60 });
    visit.fail(failureOf(error, state), '/login');
  }
  return isLimited;
}
