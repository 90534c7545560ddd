import { readSignedId } from '../../../domain/secrets.ts';
import { type AddressChange, readAddressChange } from '../../../store/members/undo-address.ts';
import { findPageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import type { Visit } from '../shell/visit.ts';
import { asksTooOften } from '../sign-in/start-session.ts';
import { deadLink } from './dead-link.ts';

const HOME = { href: '/', label: 'Go to your meetings' } as const;
const UNKNOWN = {
  title: 'This link does not work',
  text: 'So nothing was changed by it.',
  steps: ['It may be cut off: take the whole link from the newest mail.'],
} as const;
const DEAD = {
  ended: {
    title: 'This link is too old',
    text: 'Links work for an hour, and a later one takes the place of an earlier one. Your address is the same as before.',
    link: HOME,
  },
  taken: {
    title: 'This address has an account already',
    text: 'So your account keeps its own. Choose another address, or sign in with this one and delete its account first.',
    link: HOME,
  },
  elsewhere: {
    title: 'This link is for another account',
    text: 'You are signed in as somebody else. Sign out, sign in as who asked for the new address, then open the link of the mail again.',
    link: HOME,
  },
} as const;
const NOT_UNDONE = {
  expired: {
    title: 'This change cannot be taken back any more',
    text: 'The link works for 7 days after a change of address.',
  },
  taken: {
    title: 'This address has another account now',
    text: 'It was made since the change, so the address cannot go back to the first one.',
    steps: ['Sign in with this address, delete that account, then open the link again.'],
  },
} as const;

const readChange = async (visit: Visit, link: 'addressLink' | 'addressUndo'): Promise<AddressChange | undefined> => {
  const { sql, secrets } = visit.kit.services;
  const id = readSignedId(secrets[link], visit.part('token'));
  return id === null ? undefined : readAddressChange(sql, id);
};

/** GET {app_url}/account/address/{token}: asks whether to use the new address. Only who asked for it sees it, signed in. */
export async function showAddress(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const change = await readChange(visit, 'addressLink');
  if (!change) return visit.show('problem', deadLink(UNKNOWN), 404);
  const { services } = visit.kit;
  const session = await findPageSession(services, visit.request, visit.response);
  // Sign-in stores where it returns to, so the token is left out: the link of the mail is opened again.
  if (session === null) return visit.show('address', { step: { kind: 'sign in', href: '/login' } });
  if (session.person.userId !== change.userId) return visit.show('problem', DEAD.elsewhere, 403);
  const { oldEmail, newEmail, state } = change;
  if (state === 'confirmed') return visit.show('address', { step: { kind: 'confirmed', newEmail } });
  if (state !== 'open') return visit.show('problem', DEAD.ended, 410);
  const form = { action: visit.request.path, csrfToken: session.csrfToken };
  visit.show('address', { step: { kind: 'confirm', oldEmail, newEmail, ...form } });
}

/** POST {app_url}/account/address/{token} */
export async function submitAddress(visit: Visit): Promise<void> {
  const { kit, request } = visit;
  const session = readCookie(request, kit.services.urls);
  if (session === undefined) return visit.goTo(request.path);
  const answer = await visit.ask(
    'accounts',
    'confirmAddress',
    { token: visit.part('token') },
    {
      ...visit.caller,
      source: 'dashboard',
      credentials: { kind: 'session', token: session, workspaceId: undefined, csrfToken: visit.field('csrfToken') },
    },
  );
  if (!answer.ok && answer.envelope.error.details?.reason === 'address_taken')
    return visit.show('problem', DEAD.taken, 409);
  if (!answer.ok && (answer.status === 429 || answer.status === 503)) return visit.fail(answer, request.path);
  // Confirmed, signed out, another person, too old: the page shows the current state.
  visit.goTo(request.path);
}

/** GET {app_url}/account/address/undo/{token}: what was changed, and what taking it back ends. The token is the proof. */
export async function showUndo(visit: Visit): Promise<void> {
  if (await visit.isOverLimit()) return;
  const change = await readChange(visit, 'addressUndo');
  if (!change?.confirmedAt) return visit.show('problem', deadLink(UNKNOWN), 404);
  const { oldEmail, newEmail, state, canBeUndone } = change;
  if (state === 'undone') return visit.show('address', { step: { kind: 'undone', oldEmail } });
  if (!canBeUndone) return visit.show('problem', deadLink(NOT_UNDONE.expired), 410);
  const changedAt = change.confirmedAt.toISOString();
  visit.show('address', { step: { kind: 'undo', oldEmail, newEmail, changedAt, action: visit.request.path } });
}

/** POST {app_url}/account/address/undo/{token} */
export async function submitUndo(visit: Visit): Promise<void> {
  const answer = await visit.ask('accounts', 'undoAddress', { token: visit.part('token') });
  if (answer.ok || answer.status === 404 || answer.status === 400) return visit.goTo(visit.request.path);
  if (answer.status === 409) {
    const isTaken = answer.envelope.error.details?.reason === 'address_taken';
    return visit.show('problem', deadLink(NOT_UNDONE[isTaken ? 'taken' : 'expired']), 409);
  }
  visit.fail(answer, visit.request.path);
}
