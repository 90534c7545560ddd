import { z } from 'zod';
import { invitationToken, tokenHash } from '../../../domain/secrets.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { findInvitation, type Invitation } from '../../../store/members/invitation-state.ts';
import { invitationWords } from '../../../texts/en/pages/accounts.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { findPageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import { isPassing, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { loginHref } from '../sign-in/login-page.ts';
import { asksTooOften } from '../sign-in/start-session.ts';

const TOKEN = /^[\w-]{43}$/;
const UUID = z.uuid();

const pathOf = (tokenOrId: string): string => `/invitations/${encodeURIComponent(tokenOrId)}`;

/** By the mail's token, or by the id. Sign-in returns to the id: its rows store that address and must hold no token. */
async function readInvitation(visit: Visit): Promise<Invitation | undefined> {
  const { sql } = visit.kit.services;
  const given = visit.part('token');
  if (TOKEN.test(given)) return findInvitation(sql, { tokenHash: tokenHash(given) });
  return UUID.safeParse(given).success ? findInvitation(sql, { id: given }) : undefined;
}

/** GET /invitations/{token}: shows it. Mail scanners open links too, so opening it changes nothing. */
export async function showInvitation(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  await render(visit, null, 200);
}

async function render(visit: Visit, notice: NoticeText | null, status: number): Promise<void> {
  const { services } = visit.kit;
  const words = visit.words(invitationWords);
  const invitation = await readInvitation(visit);
  if (!invitation) return visit.show('problem', words.dead.unknown, 404);
  const session = await findPageSession(services, visit.request, visit.response);
  const isTheirs = session !== null && invitation.acceptedByUserId === session.person.userId;
  if (invitation.state !== 'open' && !isTheirs) return visit.show('problem', words.dead[invitation.state], 410);
  const { workspaceName, workspaceSlug, inviterName, email, role } = invitation;
  const about = { workspaceName, inviterName, email, role: words.roles[role], notice };
  const isProven = TOKEN.test(visit.part('token'));
  if (session === null) {
    if (!isProven) return visit.goTo(`/login${queryText({ return_to: pathOf(invitation.id) })}`);
    const href = loginHref(visit, email, pathOf(invitation.id));
    return visit.show('invitation', { ...about, step: { kind: 'sign in', href } }, status);
  }
  if (invitation.state !== 'open') {
    return visit.show(
      'invitation',
      { ...about, step: { kind: 'joined', href: `/${queryText({ workspace: workspaceSlug })}` } },
      status,
    );
  }
  const { csrfToken, person } = session;
  const { email: signedInAs } = await readPerson(services.sql, person.userId);
  const isRight = signedInAs.toLowerCase() === email.toLowerCase();
  // An id proves nothing: other people see no details.
  if (!isRight && !isProven) return visit.show('problem', words.elsewhere, 403);
  const step = isRight
    ? ({ kind: 'accept', action: pathOf(visit.part('token')), csrfToken } as const)
    : ({ kind: 'wrong account', signedInAs, csrfToken } as const);
  visit.show('invitation', { ...about, step }, status);
}

/** POST /invitations/{token}: accepts it, by the operation that every client of a signed-in person calls. */
export async function submitInvitation(visit: Visit): Promise<void> {
  const { kit, request } = visit;
  const given = visit.part('token');
  const session = readCookie(request, kit.services.urls);
  if (session === undefined) return visit.goTo(pathOf(given));
  // The operation checks that the person has the invited address: the token adds nothing to that.
  const token = TOKEN.test(given) ? given : invitationToken(kit.services.secrets, given);
  const answer = await visit.ask(
    'members',
    'acceptInvitation',
    { token },
    {
      ...visit.caller,
      source: 'dashboard',
      credentials: { kind: 'session', token: session, workspaceId: undefined, csrfToken: visit.field('csrfToken') },
    },
  );
  if (!answer.ok && isPassing(answer)) {
    visit.waitFor(answer);
    return render(visit, waitNotice(answer, visit.locale), answer.status);
  }
  if (!answer.ok && answer.envelope.error.code === 'billing.upgrade_required') {
    const { title, full, deleted } = visit.words(invitationWords).noRoom;
    const isDeleted = answer.envelope.error.details?.reason === 'workspace_deleted';
    return render(visit, { tone: 'warning', title, text: isDeleted ? deleted : full }, answer.status);
  }
  // Joined, signed out, another account, revoked meanwhile: the page shows the current state.
  visit.goTo(pathOf(given));
}
