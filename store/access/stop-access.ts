import type { Sql } from 'postgres';
import { type AccessKind, isOfWebhook } from '../../domain/access/new-access.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { type AccessFacts, readAccessFacts } from './access-notices.ts';
import { type Doer, isWorkingKey } from './api-keys.ts';
import { endWaysOut } from './end-ways-out.ts';
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
  /** Ends it for good, with all that was made with it. A repeat changes nothing. null: nothing hangs below it. */
  stop(tx: Transaction, access: AccessFacts, now: number, by: Doer): Promise<EndedAccess | null>;
}

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
  { now, by }: { readonly now: number; readonly by: Doer },
): Promise<EndedAccess | null> {
  if (workspaceId === null || keyId === undefined) return null;
  return endKey(tx, { workspaceId, keyId, now, ending: 'accessStopped' }, by);
}

/** Whoever could sign in as the person since then may have made and set what has been made and set in their name since. */
async function stopSignIn(
  tx: Transaction,
  { userId, createdAt }: AccessFacts,
  { now, by }: { readonly now: number; readonly by: Doer },
): Promise<null> {
  const reach = { kind: 'account', userId, since: createdAt, until: new Date(now) } as const;
  await endWaysOut(tx, { ending: 'accessStopped', reach, by, at: new Date(now) });
  return null;
}

/** By kind. A new kind of access does not compile without its line. */
const KINDS: Readonly<Record<AccessKind, KindOfAccess>> = {
  key: {
    isWorking: keyWorks,
    stop: (tx, access, now, by) => stopKey(tx, access, access.id, { now, by }),
  },
  seat: {
    isWorking: async (sql, id) => keyWorks(sql, await keyOfSeat(sql, id)),
    stop: async (tx, access, now, by) => stopKey(tx, access, await keyOfSeat(tx, access.id), { now, by }),
  },
  passkey: {
    isWorking: isWorkingPasskey,
    stop: async (tx, access, now, by) =>
      (await removePasskey(tx, access)) ? stopSignIn(tx, access, { now, by }) : null,
  },
  grant: {
    isWorking: keyWorks,
    stop: (tx, access, now, by) => stopKey(tx, access, access.id, { now, by }),
  },
  linked_account: {
    isWorking: isLinked,
    stop: async (tx, access, now, by) =>
      (await unlinkAccount(tx, access)) ? stopSignIn(tx, access, { now, by }) : null,
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

export interface StoppedAccess {
  readonly access: StoppedFacts;
  /** What ended with it; null: nothing hangs below it. */
  readonly ended: EndedAccess | null;
}

/** Ends the access of a link, in the name of the person whose power it has. Repeats change nothing. undefined: there is none. */
export const stopAccess = (sql: Sql, id: string, now: number): Promise<StoppedAccess | undefined> =>
  inTransaction(sql, async (tx) => {
    const access = await readStopped(tx, id);
    if (!access) return undefined;
    const [member] = await tx<{ username: string }[]>`
      select username from memberships where user_id = ${access.userId} and workspace_id = ${access.workspaceId}`;
    const actor = { kind: 'session', userId: access.userId, username: member?.username ?? 'host' } as const;
    return { access, ended: await KINDS[access.kind].stop(tx, access, now, { actor, source: 'web' }) };
  });
