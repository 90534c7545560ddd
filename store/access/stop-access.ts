import type { Sql } from 'postgres';
import { type AccessKind, isOfWebhook } from '../../domain/access/new-access.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { type AccessFacts, readAccessFacts } from './access-notices.ts';
import { type Doer, isWorkingKey } from './api-keys.ts';
import { type EndedFlows, endMadeSince, NO_FLOWS, type RevokeAgent } from './end-made-since.ts';
import { type EndedAccess, endKey } from './key-tree.ts';
import { isLinked, unlinkAccount } from './stop-linked-account.ts';
import { isWorkingPasskey, removePasskey } from './stop-passkey.ts';

interface StoppedFacts extends AccessFacts {
  readonly kind: AccessKind;
}

/** Access as its link shows it. */
export interface StoppableAccess extends StoppedFacts {
  readonly isWorking: boolean;
}

interface KindOfAccess {
  /** Whether the access with this id still works. */
  isWorking(sql: Queryable, id: string): Promise<boolean>;
  /** Ends it for good, with all that was made with it. A repeat changes nothing. */
  stop(tx: Transaction, access: AccessFacts, stopping: Stopping): Promise<Ended>;
}

interface Stopping {
  readonly now: number;
  readonly by: Doer;
  readonly revokeAgent: RevokeAgent;
}

interface Ended {
  /** What ended with a key; null: it is no key. */
  readonly ended: EndedAccess | null;
  readonly flows: EndedFlows;
}

const NOTHING: Ended = { ended: null, flows: NO_FLOWS };

const keyWorks = async (sql: Queryable, keyId: string | undefined): Promise<boolean> => {
  if (keyId === undefined) return false;
  const rows = await sql`
    select 1 from api_keys k join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id
    where k.id = ${keyId} and ${isWorkingKey(sql, 'k')}`;
  return rows.length > 0;
};

const keyOfSeat = async (sql: Queryable, id: string): Promise<string | undefined> => {
  const [seat] = await sql<{ keyId: string }[]>`select api_key_id as "keyId" from agent_seats where id = ${id}`;
  return seat?.keyId;
};

/** What the mail promises: everything that was made with it ends, and the webhooks that it has set are switched off. */
async function stopKey(
  tx: Transaction,
  { workspaceId }: Pick<AccessFacts, 'workspaceId'>,
  keyId: string | undefined,
  { now, by }: Stopping,
): Promise<Ended> {
  if (workspaceId === null || keyId === undefined) return NOTHING;
  return { ended: await endKey(tx, { workspaceId, keyId, now, ending: 'accessStopped' }, by), flows: NO_FLOWS };
}

/**
 * Another person could sign in since then, and may have made or set what was made or set in the person's name. Without an upper bound: what is
 * made while this transaction waits for its locks ends, too, whatever the clock of this process shows.
 */
async function stopSignIn(tx: Transaction, { userId, createdAt }: AccessFacts, stopping: Stopping): Promise<Ended> {
  return { ended: null, flows: await endMadeSince(tx, { userId, since: createdAt, until: null }, stopping) };
}

/** By kind. A new kind of access does not compile without its line. */
const KINDS: Readonly<Record<AccessKind, KindOfAccess>> = {
  key: {
    isWorking: keyWorks,
    stop: (tx, access, stopping) => stopKey(tx, access, access.id, stopping),
  },
  seat: {
    isWorking: async (sql, id) => keyWorks(sql, await keyOfSeat(sql, id)),
    stop: async (tx, access, stopping) => stopKey(tx, access, await keyOfSeat(tx, access.id), stopping),
  },
  passkey: {
    isWorking: isWorkingPasskey,
    stop: async (tx, access, stopping) =>
      (await removePasskey(tx, access)) ? stopSignIn(tx, access, stopping) : NOTHING,
  },
  grant: {
    isWorking: keyWorks,
    stop: (tx, access, stopping) => stopKey(tx, access, access.id, stopping),
  },
  linked_account: {
    isWorking: isLinked,
    stop: async (tx, access, stopping) =>
      (await unlinkAccount(tx, access)) ? stopSignIn(tx, access, stopping) : NOTHING,
  },
};

/** No mail about a webhook has a link that stops something. */
async function readStopped(sql: Queryable, id: string): Promise<StoppedFacts | undefined> {
  const access = await readAccessFacts(sql, id);
  if (!access || isOfWebhook(access.kind)) return undefined;
  return { ...access, kind: access.kind };
}

/** undefined: there is none. */
export async function readStoppable(sql: Queryable, id: string): Promise<StoppableAccess | undefined> {
  const access = await readStopped(sql, id);
  return access && { ...access, isWorking: await KINDS[access.kind].isWorking(sql, id) };
}

export interface StoppedAccess extends Ended {
  readonly access: StoppedFacts;
}

/**
 * Ends the access of a link, in the name of the person whose power it has. Repeats change nothing. undefined: there is none.
 * @param revokeAgent ends an agent that the person allowed since a sign-in was added
 */
export const stopAccess = (
  sql: Sql,
  id: string,
  { now, revokeAgent }: Pick<Stopping, 'now' | 'revokeAgent'>,
): Promise<StoppedAccess | undefined> =>
  inTransaction(sql, async (tx) => {
    const access = await readStopped(tx, id);
    if (!access) return undefined;
    const [member] = await tx<{ username: string }[]>`
      select username from memberships where user_id = ${access.userId} and workspace_id = ${access.workspaceId}`;
    const actor = { kind: 'session', userId: access.userId, username: member?.username ?? 'host' } as const;
    const stopping = { now, revokeAgent, by: { actor, source: 'web' } } as const;
    return { access, ...(await KINDS[access.kind].stop(tx, access, stopping)) };
  });
