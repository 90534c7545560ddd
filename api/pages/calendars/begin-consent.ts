import { ConsentFailed, type PendingConsent } from '../../../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import {
  CONNECT_LINK_LIFETIME_MS,
  type ConnectLink,
  noteConnectFailure,
} from '../../../store/calendars/connect-links.ts';
import type { PageSession } from '../../auth/page-session.ts';
import { clearCookie, readCookie, setCookie } from '../../auth/session-cookie.ts';
import { seal, unseal } from '../shell/sealed-state.ts';
import type { Visit } from '../shell/visit.ts';
import { pathOfLink } from './link-ref.ts';
import { consentProblem } from './problems.ts';

/** What the browser keeps, sealed for one person and one provider, while it is there. It works once, for 15 minutes. */
export interface Attempt {
  readonly pending: PendingConsent;
  /** Of the link, in base64url. */
  readonly linkHash: string;
  readonly workspaceId: string | null;
  readonly reconnects: { readonly id: string; readonly email: string } | null;
  readonly redirectAfter: string | null;
  readonly untilMs: number;
}

const subjectOf = (provider: CalendarProviderName, userId: string): string => `calendars/${provider}/${userId}`;

export const callbackOf = (visit: Visit, provider: CalendarProviderName): string =>
  `${visit.kit.services.urls.appUrl}/calendars/${provider}/callback`;

interface Beginning {
  readonly hash: Buffer;
  readonly link: ConnectLink;
  readonly session: PageSession;
}

/** Sends the browser to the provider's consent page. */
export async function beginConsent(visit: Visit, { hash, link, session }: Beginning): Promise<void> {
  const { services, pageKey } = visit.kit;
  const { provider, reconnects, workspaceId, redirectAfter } = link;
  const consent = services.calendarConsents.get(provider);
  const again = `${pathOfLink(hash)}/go`;
  try {
    if (!consent) throw new ConsentFailed('misconfigured', 'not configured');
    const { url, pending } = await consent.begin(callbackOf(visit, provider), reconnects?.email ?? null);
    const attempt: Attempt = {
      ...{ pending, linkHash: hash.toString('base64url'), workspaceId, reconnects, redirectAfter },
      untilMs: visit.now + CONNECT_LINK_LIFETIME_MS,
    };
    const sealed = seal(pageKey, subjectOf(provider, session.person.userId), attempt, visit.now);
    setCookie(visit.response, services.urls, sealed, { purpose: 'calendar', maxAgeMs: CONNECT_LINK_LIFETIME_MS });
    visit.goTo(url.href);
  } catch (error) {
    if (!(error instanceof ConsentFailed)) throw error;
    await noteConnectFailure(services.sql, hash, error.failure);
    consentProblem(visit, { failure: error.failure, detail: error.detail, provider, again });
  }
}

/** What this browser began for this person; null: nothing, it is over, or it came back before. */
export function takeAttempt(visit: Visit, provider: CalendarProviderName, session: PageSession): Attempt | null {
  const { services, pageKey } = visit.kit;
  const sealed = readCookie(visit.request, services.urls, 'calendar') ?? '';
  clearCookie(visit.response, services.urls, 'calendar');
  const attempt = unseal<Attempt>(pageKey, subjectOf(provider, session.person.userId), sealed, visit.now);
  return attempt !== null && attempt.untilMs > visit.now ? attempt : null;
}
