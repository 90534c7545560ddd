import { type CallerGone, type IsWanted, requireCaller } from '../access/api-keys.ts';
import type { TooManyKeys } from '../access/create-key.ts';
import { lockMemberForKey, type MemberForKey, mintKeyOfMember } from '../access/key-of-member.ts';
import type { Transaction } from '../database.ts';
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
  const key = await mintKeyOfMember(tx, member, { origin: 'native', ...request }, refuse);
  requireCaller(request.isWanted, refuse);
  const { workspace, userId: id, email, name } = member;
  return { ...key, workspace, user: { id, email, name }, trialOf: person.trialOf };
}

/** Somebody who has left every workspace gets one, without another trial. Concurrent calls make one. */
async function withWorkspace(tx: Transaction, userId: string): Promise<MemberForKey | undefined> {
  const [owner] = await tx<{ id: string; name: string }[]>`
    select id, name from users where id = ${userId} for no key update`;
  const meanwhile = await lockMembership(tx, userId, null);
  if (!owner || meanwhile) return meanwhile;
  await createWorkspace(tx, { owner, name: owner.name, slug: null, timezone: 'UTC', trial: false }, ({ slug }) => {
    throw new Error(`no slug like ${slug} is free`);
  });
  return lockMembership(tx, userId, null);
}

/** @param workspaceId null: whichever comes first */
const lockMembership = (tx: Transaction, userId: string, workspaceId: string | null) =>
  lockMemberForKey(
    tx,
    workspaceId === null ? tx`m.user_id = ${userId}` : tx`m.user_id = ${userId} and m.workspace_id = ${workspaceId}`,
  );

/** Whether the person of an address owns a workspace. */
export async function ownsWorkspace(tx: Transaction, email: string): Promise<boolean> {
  const [owned] = await tx`
    select 1 from memberships m join users u on u.id = m.user_id
    where u.email = ${email} and m.role = 'owner' and m.leaving_at is null limit 1`;
  return owned !== undefined;
}
