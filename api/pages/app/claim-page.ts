import { z } from 'zod';
import { tokenHash } from '../../../domain/secrets.ts';
import { plausibleName } from '../../../domain/untrusted-text.ts';
import { ADMINS, type Role } from '../../../schemas/shapes/access.ts';
import { type Claim, findClaim } from '../../../store/accounts/native-claims.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { listMine, type Mine } from '../../../store/workspaces/workspaces.ts';
import { deadLinkWords } from '../../../texts/en/pages/access.ts';
import { claimWords } from '../../../texts/en/pages/claims.ts';
import type { ClaimFacts } from '../../../web/pages/claim.tsx';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { findPageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import type { Failure } from '../../core/call.ts';
import { plansUrl } from '../../handlers/billing/plans-url.ts';
import { isPassing, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { loginHref } from '../sign-in/login-page.ts';
import { asksTooOften } from '../sign-in/start-session.ts';
import { deadLink } from './dead-link.ts';

const TOKEN = /^[\w-]{43}$/;
const UUID = z.uuid();

const pathOf = (tokenOrId: string): string => `/claim/${encodeURIComponent(tokenOrId)}`;

/** By the mail's token, or by the id. Sign-in returns to the id: its rows store that address and must hold no token. */
async function readClaim(visit: Visit): Promise<Claim | undefined> {
  const { sql } = visit.kit.services;
  const given = visit.part('token');
  if (TOKEN.test(given)) return findClaim(sql, { linkTokenHash: tokenHash(given) });
  return UUID.safeParse(given).success ? findClaim(sql, { id: given }) : undefined;
}

/** What the page says above the request, after a decision that did not work. */
interface Again {
  readonly notice: NoticeText | null;
  readonly chosenId: string | null;
  readonly upgradeHref: string | null;
  readonly status: number;
}

const FIRST: Again = { notice: null, chosenId: null, upgradeHref: null, status: 200 };

/** GET /claim/{token}: shows who asks. Mail scanners open links too, so opening it changes nothing. */
export async function showClaim(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  await render(visit, FIRST);
}

/** Only the signed-in person whose address got the mail sees anything of the request. */
async function render(visit: Visit, again: Again): Promise<void> {
  const { services } = visit.kit;
  const claim = await readClaim(visit);
  if (!claim) return showUnknown(visit);
  const session = await findPageSession(services, visit.request, visit.response);
  if (session === null) {
    // Who has the mail may see its address again; an id is no secret, so it tells nobody whose it is.
    if (TOKEN.test(visit.part('token')))
      return visit.show('claim', { step: 'sign in', href: loginHref(visit, claim.operatorEmail, pathOf(claim.id)) });
    return visit.goTo(`/login${queryText({ return_to: pathOf(claim.id) })}`);
  }
  const { csrfToken, person } = session;
  const { email } = await readPerson(services.sql, person.userId);
  if (email.toLowerCase() !== claim.operatorEmail.toLowerCase())
    return visit.show('claim', { step: 'wrong account', signedInAs: email, csrfToken }, 403);
  await renderFor(visit, claim, {
    ...again,
    csrfToken,
    mine: (await listMine(services.sql, person.userId)).filter(({ eraseAt }) => eraseAt === null),
  });
}

async function renderFor(
  visit: Visit,
  claim: Claim,
  { mine, csrfToken, status, ...again }: Again & { readonly mine: readonly Mine[]; readonly csrfToken: string },
): Promise<void> {
  const facts = factsOf(claim);
  switch (claim.status) {
    case 'pending':
      return visit.show(
        'claim',
        {
          step: 'decide',
          ...{ facts, csrfToken, ...again },
          openUntil: claim.expiresAt.toISOString(),
          workspaces: mine.filter(({ role }) => (ADMINS as readonly Role[]).includes(role)),
          action: pathOf(visit.part('token')),
        },
        status,
      );
    case 'accepted':
    case 'claimed': {
      const slug = mine.find(({ id }) => id === claim.workspaceId)?.slug;
      const homeHref = `/settings/access${queryText({ workspace: slug })}`;
      return visit.show('claim', { step: 'accepted', facts, hasKey: claim.status === 'claimed', homeHref });
    }
    case 'refused':
      return visit.show('claim', { step: 'refused', facts });
    case 'expired':
    case 'undeliverable':
      return showOver(visit);
  }
}

function showUnknown(visit: Visit): void {
  const { unknown: title, noRequest: text, cutOffNewest, yourAgent } = visit.words(deadLinkWords);
  visit.show('problem', deadLink({ title, text, steps: [cutOffNewest, yourAgent] }, visit.locale.language), 404);
}

function showOver(visit: Visit): void {
  const { tooOld: title, tooOldText: text, yourAgent, notKnown } = visit.words(deadLinkWords);
  visit.show('problem', deadLink({ title, text, steps: [yourAgent, notKnown] }, visit.locale.language), 410);
}

const factsOf = ({ agentEmail, agentName, clientName, clientIp, createdAt }: Claim): ClaimFacts => ({
  ...{ agentEmail, clientIp },
  // Strangers chose them: as in the mail, they are shown only if they read like names.
  agentName: plausibleName(agentName),
  clientName: plausibleName(clientName),
  askedAt: createdAt.toISOString(),
});

/** POST /claim/{token}: decides, by the operation that every client of a signed-in person calls. */
export async function submitClaim(visit: Visit): Promise<void> {
  const { kit, request } = visit;
  const path = pathOf(visit.part('token'));
  const session = readCookie(request, kit.services.urls);
  const claim = await readClaim(visit);
  if (session === undefined || !claim) return visit.goTo(path);
  const chosenId = UUID.safeParse(visit.field('workspaceId')).data ?? null;
  const answer = await visit.ask(
    'accounts',
    'decideNativeClaim',
    {
      claimId: claim.id,
      decision: visit.field('decision') === 'accept' ? 'accept' : 'refuse',
      ...(chosenId !== null && { workspaceId: chosenId }),
    },
    {
      ...visit.caller,
      source: 'dashboard',
      credentials: { kind: 'session', token: session, workspaceId: undefined, csrfToken: visit.field('csrfToken') },
    },
  );
  const problem = answer.ok ? null : problemOf(visit, answer);
  // Decided, signed out, another account, expired meanwhile: the page shows the current state.
  if (problem === null) return visit.goTo(path);
  await render(visit, { ...problem, chosenId });
}

/** What the person can repair on the page; null: the page itself says what is. */
function problemOf(visit: Visit, answer: Failure): Omit<Again, 'chosenId'> | null {
  const { status, envelope } = answer;
  if (isPassing(answer)) {
    visit.waitFor(answer);
    return { notice: waitNotice(answer, visit.locale), upgradeHref: null, status };
  }
  if (status !== 402) return null;
  const { unpaid, deleted, full } = visit.words(claimWords);
  const { reason } = envelope.error.details ?? {};
  if (reason === 'workspace_deleted') return { notice: { tone: 'warning', ...deleted }, upgradeHref: null, status };
  const notice: NoticeText = { tone: 'warning', ...(reason === 'workspace_locked' ? unpaid : full) };
  return { notice, upgradeHref: plansUrl(visit.kit.services.urls), status };
}
