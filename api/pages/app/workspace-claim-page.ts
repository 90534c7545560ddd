import { z } from 'zod';
import { NOTHING_CHANGED } from '../../../domain/access/take-over-outcome.ts';
import { thingsInWords } from '../../../domain/access/ways-out-words.ts';
import { readSignedId } from '../../../domain/secrets.ts';
import { plausibleName } from '../../../domain/untrusted-text.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { hasRoomForAgent } from '../../../store/identity/decide-workspace-claim.ts';
import { readOthersIn } from '../../../store/identity/others-in-workspace.ts';
import { receiversOf } from '../../../store/identity/take-over-outcome.ts';
import { readTakeOver } from '../../../store/identity/take-overs.ts';
import { findWorkspaceClaim, type WorkspaceClaim } from '../../../store/identity/workspace-claims.ts';
import { workspaceClaimWords } from '../../../texts/en/pages/claims.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { findPageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import { plansUrl } from '../../handlers/billing/plans-url.ts';
import { isPassing, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { loginHref } from '../sign-in/login-page.ts';
import { deadLink } from './dead-link.ts';

const UUID = z.uuid();

const pathOf = (tokenOrId: string): string => `/claim/${encodeURIComponent(tokenOrId)}`;

/** By the mail's token, or by the id. Sign-in returns to the id: its rows store that address and must hold no token. */
export async function readWorkspaceClaim({
  kit,
  part,
}: Pick<Visit, 'kit'> & { readonly part: string }): Promise<WorkspaceClaim | undefined> {
  const { sql, secrets } = kit.services;
  const id = UUID.safeParse(part).data ?? readSignedId(secrets.workspaceClaim, part);
  return id === null ? undefined : findWorkspaceClaim(sql, id);
}

/** A stranger chose the name: as in the mail, it is shown only if it reads like one. */
const shownName = ({ workspaceName }: WorkspaceClaim): string | null => plausibleName(workspaceName);

/** Who has the mail learns what is asked; anybody else signed in learns only that it is not theirs. */
export async function showWorkspaceClaim(
  visit: Visit,
  claim: WorkspaceClaim,
  again: { readonly notice: NoticeText | null; readonly status: number } = { notice: null, status: 200 },
): Promise<void> {
  const { services } = visit.kit;
  const session = await findPageSession(services, visit.request, visit.response);
  if (session === null) {
    // Who has the mail may see its address again; an id is no secret, so it tells nobody whose it is.
    if (UUID.safeParse(visit.part('token')).success)
      return visit.goTo(`/login${queryText({ return_to: pathOf(claim.id) })}`);
    const href = loginHref(visit, claim.prospectEmail, pathOf(claim.id));
    return visit.show('workspaceClaim', { step: { kind: 'sign in', href }, notice: again.notice }, again.status);
  }
  const { email } = await readPerson(services.sql, session.person.userId);
  if (email.toLowerCase() !== claim.prospectEmail.toLowerCase())
    return visit.show('claim', { step: 'wrong account', signedInAs: email, csrfToken: session.csrfToken }, 403);
  if (claim.status !== 'pending') return await showDecided(visit, claim, session.person.userId);
  const { ownerEmail, clientIp, createdAt, expiresAt } = claim;
  const workspaceName = shownName(claim);
  const agentName = plausibleName(claim.agentName);
  const others = await readOthersIn(services.sql, claim);
  const receivers = await receiversInWords(visit, claim);
  const hasSeat = await hasRoomForAgent(services.sql, claim, visit.now);
  const facts = {
    agentName,
    ownerEmail,
    clientIp,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    others,
    receivers,
  };
  const action = pathOf(visit.part('token'));
  const form = { action, csrfToken: session.csrfToken, hasSeat, plansHref: plansUrl(services.urls) };
  visit.show(
    'workspaceClaim',
    { step: { kind: 'decide', workspaceName, ...facts, ...form }, notice: again.notice },
    again.status,
  );
}

/** The receivers of the agent's webhooks: whoever accepts reads where guests' data goes until then. */
async function receiversInWords({ kit, locale }: Visit, { workspaceId, ownerId }: WorkspaceClaim): Promise<string> {
  if (ownerId === null) return '';
  const webhooks = await receiversOf(kit.services.sql, { workspaceId, userId: ownerId });
  return webhooks.count === 0 ? '' : thingsInWords(webhooks, locale.language);
}

async function showDecided(visit: Visit, claim: WorkspaceClaim, userId: string): Promise<void> {
  const { status, workspaceSlug, decidedByUserId } = claim;
  const workspaceName = shownName(claim);
  if (status === 'accepted' && decidedByUserId === userId) {
    const href = `/${queryText({ workspace: workspaceSlug })}`;
    const takeOver = await readTakeOver(visit.kit.services.sql, claim.id);
    const seat = takeOver?.seat ?? null;
    const outcome = takeOver?.outcome ?? NOTHING_CHANGED;
    const waiting = takeOver?.formerOwner?.membership?.waiting ?? null;
    const agent = seat && { name: plausibleName(seat.displayName), role: seat.isWorking ? seat.role : null };
    const facts = { workspaceName, agent, outcome, waiting };
    const step = { kind: 'accepted', ...facts, href, seatsHref: `${href}#seats` } as const;
    visit.show('workspaceClaim', { step, notice: null });
  } else if (status === 'refused' && decidedByUserId === userId) {
    visit.show('workspaceClaim', { step: { kind: 'refused', workspaceName }, notice: null });
  } else if (status !== 'pending')
    visit.show('problem', deadLink(visit.words(workspaceClaimWords).dead[status], visit.locale.language), 410);
}

/** POST: by the operation, which asks who is signed in. The token adds nothing to that. */
export async function decideAboutWorkspace(visit: Visit, { id: claimId }: WorkspaceClaim): Promise<void> {
  const { kit, request } = visit;
  const token = visit.part('token');
  const session = readCookie(request, kit.services.urls);
  if (session === undefined) return visit.goTo(pathOf(token));
  const decision = visit.field('decision');
  if (decision !== 'accept' && decision !== 'refuse') return visit.goTo(pathOf(token));
  const answer = await visit.ask(
    'workspaces',
    'decideWorkspaceClaim',
    { claimId, decision, ...keptAs(visit.field('agent')) },
    {
      ...visit.caller,
      source: 'dashboard',
      credentials: { kind: 'session', token: session, workspaceId: undefined, csrfToken: visit.field('csrfToken') },
    },
  );
  const notice = answer.ok ? null : isPassing(answer) ? waitNotice(answer, visit.locale) : noSeat(visit, answer.status);
  const claim = notice === null || answer.ok ? undefined : await findWorkspaceClaim(kit.services.sql, claimId);
  if (claim && notice && !answer.ok) {
    visit.waitFor(answer);
    return showWorkspaceClaim(visit, claim, { notice, status: answer.status });
  }
  // Decided, signed out, another account, over meanwhile: the page shows the current state.
  visit.goTo(pathOf(token));
}

/** Without a choice the agent keeps nothing. */
const keptAs = (choice: string) =>
  choice === 'manager' || choice === 'member'
    ? ({ keepsAgent: true, agentRole: choice } as const)
    : ({ keepsAgent: false } as const);

function noSeat(visit: Visit, status: number): NoticeText | null {
  const words = visit.words(workspaceClaimWords);
  return status === 402 ? { tone: 'warning', title: words.noSeatTitle, text: words.noSeatText } : null;
}
