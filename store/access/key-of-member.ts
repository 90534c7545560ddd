import type { PendingQuery, Row } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../domain/access/api-key.ts';
import { deviceKeyName } from '../../domain/access/device-session.ts';
import { scopesFor } from '../../domain/access/key-scopes.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import type { Refuse } from '../refusal.ts';
import type { WorkspaceDeleted } from '../workspaces/locked-workspaces.ts';
import { insertKey, type NewKey } from './api-keys.ts';
import { findTooManyKeys, type TooManyKeys } from './create-key.ts';

/** A member for whom a key is minted that they allowed, or that they sign in for. */
export interface MemberForKey {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly username: string;
  readonly role: Role;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  readonly isDeleted: boolean;
}

/**
 * The member by whom a key acts. Their membership stays until the transaction ends. undefined: they are none any more.
 * @param which of memberships `m` with their workspaces `w`; of several the first of those in use counts, owned ones before others
 */
export async function lockMemberForKey(tx: Transaction, which: PendingQuery<Row[]>): Promise<MemberForKey | undefined> {
  const [member] = await tx<MemberForKey[]>`
    select m.user_id as "userId", u.email::text, u.name, m.username, m.role,
      json_build_object('id', w.id, 'name', w.name, 'slug', w.slug) as workspace, w.erase_at is not null as "isDeleted"
    from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where ${which} and m.leaving_at is null
    order by (w.erase_at is not null), (m.role = 'owner') desc, m.created_at, m.id limit 1
    for key share of m`;
  return member;
}

interface WantedKey {
  readonly origin: 'device' | 'native';
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
}

/** Mints a key that may what its member may now. @returns its secret, once */
export async function mintKeyOfMember(
  tx: Transaction,
  member: MemberForKey,
  { origin, agentName, clientName, clientIp }: WantedKey,
  refuse: Refuse<TooManyKeys | WorkspaceDeleted>,
): Promise<{ readonly keyId: string; readonly apiKey: string }> {
  const { userId, username, workspace } = member;
  if (member.isDeleted) return refuse({ refused: 'workspace_deleted' });
  const full = await findTooManyKeys(tx, { workspaceId: workspace.id, userId });
  if (full) return refuse(full);
  const keyId = uuidv7();
  const minted = mintKey('live');
  const key: NewKey = {
    ...{ id: keyId, workspaceId: workspace.id, createdByUserId: userId, mode: 'live', origin, minted, clientIp },
    name: deviceKeyName(agentName, clientName),
    // From the current role: it may differ from that of an approval.
    scopes: [scopesFor(member.role)[0]],
    createdAtMs: await clockMs(tx),
    ...{ expiresAtMs: null, roleCap: null },
  };
  await insertKey(tx, key, { actor: { kind: 'session', userId, username }, source: 'host_api' });
  return { keyId, apiKey: minted.secret };
}
