import { readSignedId } from '../../../domain/secrets.ts';
import { type AddressChange, readAddressChange } from '../../../store/members/undo-address.ts';
import { deadLinkWords } from '../../../texts/en/pages/access.ts';
import { findPageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import type { Visit } from '../shell/visit.ts';
import { asksTooOften } from '../sign-in/start-session.ts';
import { deadLink } from './dead-link.ts';

/** A link of the new address that does nothing any more. */
function showDead(visit: Visit, why: 'ended' | 'taken' | 'elsewhere', status: number): void {
  const { address, home } = visit.words(deadLinkWords);
  visit.show('problem', { ...address[why], link: { href: '/', label: home } }, status);
}

/** A change that cannot be taken back. */
function showNotUndone(visit: Visit, why: 'expired' | 'taken', status: number): void {
  const { undo } = visit.words(deadLinkWords);
  const steps = why === 'taken' ? [undo.takenStep] : [];
  visit.show('problem', deadLink({ ...undo[why], steps }, visit.locale.language), status);
}

function showUnknown(visit: Visit): void {
  const { unknown: title, nothingChanged: text, cutOffNewest } = visit.words(deadLinkWords);
  visit.show('problem', deadLink({ title, text, steps: [cutOffNewest] }, visit.locale.language), 404);
}

const readChange = async (visit: Visit, link: 'addressLink' | 'addressUndo'): Promise<AddressChange | undefined> => {
  const { sql, secrets } = visit.kit.services;
  const id = readSignedId(secrets[link], visit.part('token'));
  return id === null ? undefined : readAddressChange(sql, id);
};

/** GET {app_url}/account/address/{token}: asks whether to use the new address. Only who asked for it sees it, signed in. */
export async function showAddress(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const change = await readChange(visit, 'addressLink');
  if (!change) return showUnknown(visit);
  const { services } = visit.kit;
  const session = await findPageSession(services, visit.request, visit.response);
  // Sign-in stores where it returns to, so the token is left out: the link of the mail is opened again.
  if (session === null) return visit.show('address', { step: { kind: 'sign in', href: '/login' } });
  if (session.person.userId !== change.userId) return showDead(visit, 'elsewhere', 403);
  const { oldEmail, newEmail, state } = change;
  if (state === 'confirmed') return visit.show('address', { step: { kind: 'confirmed', newEmail } });
  if (state !== 'open') return showDead(visit, 'ended', 410);
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
  if (!answer.ok && answer.envelope.error.details?.reason === 'address_taken') return showDead(visit, 'taken', 409);
  if (!answer.ok && (answer.status === 429 || answer.status === 503)) return visit.fail(answer, request.path);
  // Confirmed, signed out, another person, too old: the page shows the current state.
  visit.goTo(request.path);
}

/** GET {app_url}/account/address/undo/{token}: what was changed, and what taking it back ends. The token is the proof. */
export async function showUndo(visit: Visit): Promise<void> {
  if (await visit.isOverLimit()) return;
  const change = await readChange(visit, 'addressUndo');
  if (!change?.confirmedAt) return showUnknown(visit);
  const { oldEmail, newEmail, state, canBeUndone } = change;
  if (state === 'undone') return visit.show('address', { step: { kind: 'undone', oldEmail } });
  if (!canBeUndone) return showNotUndone(visit, 'expired', 410);
  const changedAt = change.confirmedAt.toISOString();
  visit.show('address', { step: { kind: 'undo', oldEmail, newEmail, changedAt, action: visit.request.path } });
}

/** POST {app_url}/account/address/undo/{token} */
export async function submitUndo(visit: Visit): Promise<void> {
  const answer = await visit.ask('accounts', 'undoAddress', { token: visit.part('token') });
  if (answer.ok || answer.status === 404 || answer.status === 400) return visit.goTo(visit.request.path);
  if (answer.status === 409) {
    const isTaken = answer.envelope.error.details?.reason === 'address_taken';
    return showNotUndone(visit, isTaken ? 'taken' : 'expired', 409);
  }
  visit.fail(answer, visit.request.path);
}
