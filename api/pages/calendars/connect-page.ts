import { readPerson } from '../../../store/accounts/sign-in.ts';
import { type ConnectLink, findConnectLink } from '../../../store/calendars/connect-links.ts';
import { findPageSession, type PageSession } from '../../auth/page-session.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { beginConsent } from './begin-consent.ts';
import { linkHashOf, pathOfLink } from './link-ref.ts';
import { consentProblem } from './problems.ts';

const home = { href: '/settings/calendars', label: 'Go to your calendars' };
const ANEW = 'Begin again at your calendars, or ask your agent for another link.';

const DEAD = {
  unknown: { title: 'This link does not work', text: `It may be cut off. ${ANEW}`, link: home },
  used: { title: 'This link was used already', text: `Each link connects one calendar. ${ANEW}`, link: home },
  expired: { title: 'This link is too old', text: `Links work for 15 minutes. ${ANEW}`, link: home },
  void: {
    title: 'This link no longer holds',
    text: `The key that made it was revoked, you left the workspace, or the calendar was disconnected meanwhile. ${ANEW}`,
    link: home,
  },
} as const;

interface OpenLink {
  readonly hash: Buffer;
  readonly link: ConnectLink;
  readonly session: PageSession;
}

/** The link, for its person alone; null: another page was shown. Somebody else learns nothing of it. */
async function requireLink(visit: Visit): Promise<OpenLink | null> {
  if (await visit.isOverLimit()) return null;
  const { services } = visit.kit;
  const hash = linkHashOf(visit);
  if (hash === null) return showDead(visit, 'unknown');
  const session = await findPageSession(services, visit.request, visit.response);
  if (session === null) {
    visit.goTo(`/login${queryText({ return_to: pathOfLink(hash) })}`);
    return null;
  }
  const link = await findConnectLink(services.sql, hash);
  if (!link) return showDead(visit, 'unknown');
  if (link.userId !== session.person.userId) {
    await showOtherPerson(visit, session);
    return null;
  }
  return link.state === 'open' ? { hash, link, session } : showDead(visit, link.state);
}

function showDead(visit: Visit, why: keyof typeof DEAD): null {
  visit.show('problem', DEAD[why], why === 'unknown' ? 404 : 410);
  return null;
}

async function showOtherPerson(visit: Visit, { person, csrfToken }: PageSession): Promise<void> {
  const { email } = await readPerson(visit.kit.services.sql, person.userId);
  visit.show('connectCalendar', { step: { kind: 'wrong person', signedInAs: email, csrfToken } }, 403);
}

/** GET /calendars/connect/{token}: says what will be shared. Opening it changes nothing. */
export async function showConnect(visit: Visit): Promise<void> {
  const open = await requireLink(visit);
  if (open === null) return;
  const { hash, link } = open;
  const consent = visit.kit.services.calendarConsents.get(link.provider);
  if (!consent) return consentProblem(visit, { failure: 'misconfigured', provider: link.provider });
  visit.show('connectCalendar', {
    step: {
      kind: 'connect',
      provider: link.provider,
      label: consent.label,
      reconnects: link.reconnects?.email ?? null,
      href: `${pathOfLink(hash)}/go`,
    },
  });
}

/** GET /calendars/connect/{token}/go: sends the browser to the provider. */
export async function goToConsent(visit: Visit): Promise<void> {
  const open = await requireLink(visit);
  if (open !== null) await beginConsent(visit, open);
}
