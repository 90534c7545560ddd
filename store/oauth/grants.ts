import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { keyHash } from '../../domain/access/api-key.ts';
import { isGivenByPeople } from '../../domain/access/role-order.ts';
import type { Role, Scope } from '../../schemas/shapes/access.ts';
import { noteNewAccess } from '../access/access-notices.ts';
import { type Doer, insertKey } from '../access/api-keys.ts';
import { findTooManyKeys, type TooManyKeys } from '../access/create-key.ts';
import { endKey } from '../access/key-tree.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { isDeletedWorkspace, type WorkspaceDeleted } from '../workspaces/locked-workspaces.ts';
import { decideRequest } from './artifacts.ts';
import { noteClientUse } from './clients.ts';

/** A grant whose app never fetches a token ends by itself after this time. Each token prolongs it. */
const UNFETCHED_SECONDS = 600;

/** What listings show in place of a key's first characters: it has none. */
const NO_PREFIX = 'connector';

/** What a person allows an app. */
export interface NewGrant {
  readonly id: string;
  /** The sha256 of the id of the app's request. */
  readonly requestHash: Buffer;
  readonly userId: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
  /** As lists and the activity log name the app. */
  readonly name: string;
  readonly clientName: string | null;
  readonly clientHost: string | null;
  readonly redirectHost: string;
  readonly createdAtMs: number;
  readonly clientIp: string;
}

/** `stranger`: not a member of the workspace, or leaving. `role`: with this role nobody connects an app. `decided`: the request was, before. */
export type GrantRefusal =
  | { readonly refused: 'stranger' }
  | { readonly refused: 'role' }
  | { readonly refused: 'decided' }
  | WorkspaceDeleted
  | TooManyKeys;

/**
 * Makes a grant: a key without a secret, by which the app acts (docs/decisions/access.md#connected-apps). An app that registered itself is one installation: what the
 * person allowed it before in this workspace ends. The request is decided by the same transaction: one makes one grant. After the commit the caller starts the flow `accessNotice` of the grant's id.
 */
export const createGrant = (
  sql: Sql,
  grant: NewGrant,
  source: Doer['source'],
): Promise<{ readonly created: true } | GrantRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<GrantRefusal>) => {
    const { id, userId, workspaceId, clientId, name } = grant;
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const [member] = await tx<{ role: Role; username: string }[]>`
      select role, username from memberships
      where workspace_id = ${workspaceId} and user_id = ${userId} and leaving_at is null for key share`;
    if (!member) return refuse({ refused: 'stranger' });
    if (member.role === 'billing_only') return refuse({ refused: 'role' });
    if (await isDeletedWorkspace(tx, workspaceId)) return refuse({ refused: 'workspace_deleted' });
    const result = { login: { accountId: userId, remember: false }, consent: { grantId: id } };
    if (!(await decideRequest(tx, grant.requestHash, result))) return refuse({ refused: 'decided' });
    const by: Doer = { actor: { kind: 'session', userId, username: member.username }, source };
    if (grant.clientHost === null) await replaceEarlier(tx, grant, by);
    const full = await findTooManyKeys(tx, grant);
    if (full) return refuse(full);
    await insertKey(tx, keyOf(grant), by);
    const { clientName, clientHost, redirectHost } = grant;
    await tx`
      insert into oauth_grants (id, client_id, client_name, client_host, redirect_host)
      values (${id}, ${clientId}, ${clientName}, ${clientHost}, ${redirectHost})`;
    await noteClientUse(tx, clientId);
    const data = { name, clientHost, redirectHost, scopes: [...grant.scopes] };
    await logActivity(tx, {
      ...by,
      workspaceId,
      action: 'oauth_grant.created',
      subject: { type: 'oauth_grant', id },
      data,
    });
    const notice = { kind: 'grant', id, userId, workspaceId, name, clientIp: grant.clientIp, isTest: false } as const;
    await noteNewAccess(tx, notice, by);
    return { created: true } as const;
  });

const keyOf = ({ id, workspaceId, userId, name, scopes, createdAtMs, clientIp }: NewGrant) => ({
  ...({ id, workspaceId, createdByUserId: userId, name, scopes, createdAtMs, clientIp, roleCap: null } as const),
  ...({ mode: 'live', origin: 'connector' } as const),
  // Of bytes that nobody keeps: no secret leads to this key.
  minted: { hash: keyHash(randomBytes(32).toString('base64url')), prefix: NO_PREFIX },
  expiresAtMs: createdAtMs + UNFETCHED_SECONDS * 1_000,
});

async function replaceEarlier(
  tx: Transaction,
  { workspaceId, userId, clientId, createdAtMs }: NewGrant,
  by: Doer,
): Promise<void> {
  const earlier = await tx<{ id: string }[]>`
    select g.id from oauth_grants g join api_keys k on k.id = g.id
    where g.client_id = ${clientId} and k.workspace_id = ${workspaceId} and k.created_by_user_id = ${userId}
      and k.revoked_at is null order by g.id`;
  for (const { id } of earlier) await end(tx, { id, workspaceId, now: createdAtMs, endedBy: 'replaced' }, by);
}

/** A grant as the authorization server needs it. */
export interface StandingGrant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A grant that stands; undefined: there is none, or it ended, or its person left the workspace. */
export async function findGrant(sql: Queryable, id: string): Promise<StandingGrant | undefined> {
  const [row] = await sql<StandingGrant[]>`
    select g.id, g.client_id as "clientId", m.user_id as "userId", k.workspace_id as "workspaceId", k.scopes,
      k.created_at as "createdAt", k.expires_at as "expiresAt"
    from oauth_grants g join api_keys k on k.id = g.id
    join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id and m.leaving_at is null
    where g.id = ${id} and k.revoked_at is null and k.expires_at > clock_timestamp()`;
  return row;
}

/** A grant lives as long as its longest token at least. */
export const prolongGrant = (sql: Queryable, id: string, lifetimeSeconds: number) => sql`
  update api_keys set expires_at = greatest(expires_at, clock_timestamp() + ${lifetimeSeconds} * interval '1 second')
  where id = ${id} and origin = 'connector' and revoked_at is null and expires_at > clock_timestamp()`;

export type EndedBy = 'client' | 'replay' | 'replaced';

/** Ends a grant for good, with all that was made with it. A repeat changes nothing. */
async function end(
  tx: Transaction,
  {
    id,
    workspaceId,
    now,
    endedBy,
    disablesWebhooks = false,
  }: {
    readonly id: string;
    readonly workspaceId: string;
    readonly now: number;
    readonly endedBy: EndedBy | null;
    readonly disablesWebhooks?: boolean;
  },
  by: Doer,
) {
  const ended = await endKey(tx, { workspaceId, keyId: id, now, ending: 'grantEnded', disablesWebhooks }, by);
  if (endedBy !== null) await tx`update oauth_grants set ended_by = coalesce(ended_by, ${endedBy}) where id = ${id}`;
  return ended;
}

/** Ends a grant by the protocol: the app gave it back, or one of its tokens came twice. */
export const endGrantByProtocol = (sql: Sql, id: string, now: number, endedBy: 'client' | 'replay') =>
  inRefusableTransaction(sql, async (tx) => {
    const [grant] = await tx<{ workspaceId: string }[]>`
      select k.workspace_id as "workspaceId" from oauth_grants g join api_keys k on k.id = g.id where g.id = ${id}`;
    if (grant) await end(tx, { id, workspaceId: grant.workspaceId, now, endedBy }, { actor: null, source: 'system' });
  });

/**
 * Notes that a refresh token of a grant was used twice within its grace: by two requests at once, after an answer that was lost, or by who
 * has a copy. The person sees it at the app, the workspace in its log.
 */
export const noteReusedToken = (sql: Sql, id: string, networks: readonly string[]): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const [grant] = await tx<{ workspaceId: string; name: string }[]>`
      update oauth_grants g set reused_at = clock_timestamp(), reuse_networks = ${[...networks]}
      from api_keys k where k.id = g.id and g.id = ${id} returning k.workspace_id as "workspaceId", k.name`;
    if (!grant) return;
    await logActivity(tx, {
      ...{ actor: null, source: 'system', workspaceId: grant.workspaceId },
      action: 'oauth_grant.token_reused',
      subject: { type: 'oauth_grant', id },
      // No networks: the log stays.
      data: { name: grant.name },
    });
  });

/**
 * Ends a grant of this person. undefined: they have no such grant.
 * @param disablesWebhooks whether webhooks that the app has set end, too: refused unless the person is an owner or admin there
 */
export const endMyGrant = (
  sql: Sql,
  {
    id,
    userId,
    now,
    disablesWebhooks,
  }: { readonly id: string; readonly userId: string; readonly now: number; readonly disablesWebhooks: boolean },
  source: Doer['source'],
) =>
  inRefusableTransaction(
    sql,
    async (tx, refuse: Refuse<{ readonly refused: 'webhook_role'; readonly role: Role | null }>) => {
      const [grant] = await tx<{ workspaceId: string; username: string | null; role: Role | null }[]>`
      select k.workspace_id as "workspaceId", m.username, m.role from oauth_grants g join api_keys k on k.id = g.id
      left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id
      where g.id = ${id} and k.created_by_user_id = ${userId}`;
      if (!grant) return undefined;
      const { workspaceId, username, role } = grant;
      if (disablesWebhooks && !(role !== null && isGivenByPeople(role)))
        return refuse({ refused: 'webhook_role', role });
      const by: Doer = { actor: { kind: 'session', userId, username: username ?? 'host' }, source };
      return { workspaceId, ended: await end(tx, { id, workspaceId, now, endedBy: null, disablesWebhooks }, by) };
    },
  );
