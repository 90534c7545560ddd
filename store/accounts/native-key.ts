import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../domain/access/api-key.ts';
import { deviceKeyName } from '../../domain/access/device-session.ts';
import { scopesFor } from '../../domain/access/key-scopes.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { type CallerGone, type IsWanted, insertKey, requireCaller } from '../access/api-keys.ts';
import { findTooManyKeys, type TooManyKeys } from '../access/create-key.ts';
import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import type { Refuse } from '../refusal.ts';
import type { WorkspaceDeleted } from '../workspaces/locked-workspaces.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import type { SignedInPerson } from './sign-in.ts';

/** For whom a native sign-in mints a key. */
export interface NativeKeyRequest {
  /** null: the workspace that the person has owned longest, else joined first. */
  readonly workspaceId: string | null;
  readonly agentName: string | null;
  readonly clientName: string | null;
  /** Who signs in: the mail about the new key shows it. */
  readonly clientIp: string;
  readonly isWanted: IsWanted;
}

/** The key and its secret, returned once. */
export interface NativeKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** Set if this sign-in made the account: the workspace whose trial starts. */
  readonly trialOf: string | null;
  /** The account at a provider that this sign-in linked: its person is to be told. */
  readonly linkedNow?: string | null;
}

export type NativeKeyRefusal =
  | CallerGone
  | TooManyKeys
  | WorkspaceDeleted
  /** Of the named workspace. */
  | { readonly refused: 'not_a_member' };

interface MemberRow {
  userId: string;
  email: string;
  name: string;
  username: string;
  role: Role;
  workspaceId: string;
  workspaceName: string;
  slug: string;
  isDeleted: boolean;
}

/**
 * Mints the key of a person who has proved who they are, by a code, at Apple or with a passkey. Callers consume that proof in the same
 * transaction, before: so one proof gives one key, and a caller who hung up gets none and keeps the proof.
 * @param person of `personOf`, or one who is known by a passkey (`trialOf` null)
 */
export async function mintNativeKey(
  tx: Transaction,
  person: SignedInPerson,
  request: NativeKeyRequest,
  refuse: Refuse<NativeKeyRefusal>,
): Promise<NativeKey> {
  const { workspaceId } = request;
  const found = await lockMembership(tx, person.userId, workspaceId);
  const member = found ?? (workspaceId === null ? await withWorkspace(tx, person.userId) : undefined);
  if (!member) return refuse({ refused: 'not_a_member' });
  if (member.isDeleted) return refuse({ refused: 'workspace_deleted' });
  const full = await findTooManyKeys(tx, member);
  if (full) return refuse(full);
  const keyId = uuidv7();
  const minted = mintKey('live');
  await insertKey(
    tx,
    {
      id: keyId,
      workspaceId: member.workspaceId,
      createdByUserId: member.userId,
      name: deviceKeyName(request.agentName, request.clientName),
      mode: 'live',
      scopes: [scopesFor(member.role)[0]],
      origin: 'native',
      minted,
      createdAtMs: await clockMs(tx),
      expiresAtMs: null,
      roleCap: null,
      clientIp: request.clientIp,
    },
    { actor: { kind: 'session', userId: member.userId, username: member.username }, source: 'host_api' },
  );
  requireCaller(request.isWanted, refuse);
  return {
    keyId,
    apiKey: minted.secret,
    workspace: { id: member.workspaceId, name: member.workspaceName, slug: member.slug },
    user: { id: member.userId, email: member.email, name: member.name },
    trialOf: person.trialOf,
  };
}

/** Somebody who has left every workspace gets one, without another trial. Concurrent calls make one. */
async function withWorkspace(tx: Transaction, userId: string): Promise<MemberRow | undefined> {
  const [owner] = await tx<{ id: string; name: string }[]>`
    select id, name from users where id = ${userId} for no key update`;
  const meanwhile = await lockMembership(tx, userId, null);
  if (!owner || meanwhile) return meanwhile;
  await createWorkspace(tx, { owner, name: owner.name, slug: null, timezone: 'UTC', trial: false }, ({ slug }) => {
    throw new Error(`no slug like ${slug} is free`);
  });
  return lockMembership(tx, userId, null);
}

/** The membership that the key acts by. It stays until the transaction ends. */
async function lockMembership(
  tx: Transaction,
  userId: string,
  workspaceId: string | null,
): Promise<MemberRow | undefined> {
  const [member] = await tx<MemberRow[]>`
    select m.user_id as "userId", u.email::text, u.name, m.username, m.role, w.id as "workspaceId", w.name as "workspaceName", w.slug,
      w.erase_at is not null as "isDeleted"
    from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and m.leaving_at is null
      ${workspaceId === null ? tx`` : tx`and m.workspace_id = ${workspaceId}`}
    order by (w.erase_at is not null), (m.role = 'owner') desc, m.created_at, m.id limit 1
    for key share of m`;
  return member;
}

/** Whether the person of an address owns a workspace. */
export async function ownsWorkspace(tx: Transaction, email: string): Promise<boolean> {
  const [owned] = await tx`
    select 1 from memberships m join users u on u.id = m.user_id
    where u.email = ${email} and m.role = 'owner' and m.leaving_at is null limit 1`;
  return owned !== undefined;
}
