import type { Sql } from 'postgres';
import {
  ACCESS_MAILS_A_DAY,
  isOfWebhook,
  type NoticeKind,
  WEBHOOK_MAILS_A_DAY,
  type WebhookNoticeKind,
} from '../../domain/access/new-access.ts';
import { effectiveRole } from '../../domain/access/role-order.ts';
import type { BookingSource, Role, Scope } from '../../schemas/shapes/access.ts';
import type { Activity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import { forgetMails, noteMail } from '../mail/outbox.ts';
import { personZone } from '../person-zone.ts';

export interface NewAccess {
  readonly kind: NoticeKind;
  /** Of the key, seat, passkey or linked account itself: the notice and its flow have the same id. Of a webhook, a notice has its own. */
  readonly id: string;
  /** Whose power it has. */
  readonly userId: string;
  /** null: it is of no workspace. */
  readonly workspaceId: string | null;
  readonly name: string;
  /** null: not known. */
  readonly clientIp: string | null;
  /** Made with a test key: the mail is stored, never sent. */
  readonly isTest: boolean;
  /** Who did it, where that may be another person. */
  readonly doneBy?: string | null;
}

/**
 * Notes that a person is to be notified of new access in their name, in the transaction that makes it, with a mail of the same id. Past the
 * day's cap there is no mail. After the commit the caller calls `notifyOfAccess`, which starts the flow of the mail; otherwise the sweep does.
 */
export async function noteNewAccess(
  tx: Transaction,
  { kind, id, userId, workspaceId, name, clientIp, isTest, doneBy = null }: NewAccess,
  { actor, source }: Pick<Activity, 'actor' | 'source'>,
): Promise<void> {
  const madeWith = actor?.kind === 'key' ? (actor.seat?.displayName ?? actor.keyName) : null;
  const isOver = await hadEnoughToday(tx, { userId, workspaceId, kind, isTest });
  await tx`
    insert into access_notices (id, user_id, workspace_id, kind, name, made_with, source, client_ip, test_mode, done_by, decision, decided_at)
    values (${id}, ${userId}, ${workspaceId}, ${kind}, ${name}, ${madeWith}, ${source}, ${clientIp}, ${isTest}, ${doneBy},
      case when ${isOver} then 'none' end, case when ${isOver} then clock_timestamp() end)`;
  if (!isOver) await noteMail(tx, { id, kind: 'new_access', workspaceId, facts: null });
}

/**
 * Returns whether the day's mails about new access are used up, including those that wait: then no flow starts for one more, so that nobody
 * fills the queue of mails. Concurrent calls may each see room: the flow decides again. Those of tests are counted apart.
 */
async function hadEnoughToday(tx: Transaction, notice: Counted): Promise<boolean> {
  const [today] = await tx<[{ many: number }]>`
    select (
      select count(*) from access_notices
      where ${countedWith(tx, notice)} and decided_at > clock_timestamp() - interval '1 day' and decision <> 'none'
    )::int + (
      select count(*) from access_notices
      where ${countedWith(tx, notice)} and decided_at is null
    )::int as many`;
  return today.many > capOf(notice.kind);
}

type Counted = Pick<NewAccess, 'userId' | 'workspaceId' | 'kind' | 'isTest'>;

/** Notices that share the day's mails with this one: of webhooks those of its workspace, which any member's changes may fill (docs/decisions/access.md#notices-of-new-access). */
const countedWith = (tx: Transaction, { userId, workspaceId, kind, isTest }: Counted) => tx`
  user_id = ${userId} and test_mode = ${isTest} and ${
    isOfWebhook(kind)
      ? tx`kind in ${tx(OF_WEBHOOKS)} and workspace_id = ${workspaceId}`
      : tx`kind not in ${tx(OF_WEBHOOKS)}`
  }`;

const OF_WEBHOOKS: readonly WebhookNoticeKind[] = ['webhook', 'webhook_changed'];

const capOf = (kind: NoticeKind): number => (isOfWebhook(kind) ? WEBHOOK_MAILS_A_DAY : ACCESS_MAILS_A_DAY);

/** Deletes the notices of access that got another owner, and their mails. */
export async function forgetNotices(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx`delete from access_notices where id = any(${[...ids]}::uuid[])`;
  await forgetMails(tx, ids);
}

/** Whether a test key acts: what it makes is part of a test. */
export const isOfTestKey = ({ actor }: Pick<Activity, 'actor'>): boolean =>
  actor?.kind === 'key' && actor.mode === 'test';

/** What a mail and its page say about new access. */
export interface AccessFacts {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly name: string;
  /** null: of none. */
  readonly workspaceId: string | null;
  readonly workspaceName: string | null;
  readonly userId: string;
  readonly email: string;
  /** Of the person's hours. */
  readonly timezone: string;
  /** The key that made it; null: the person. */
  readonly madeWith: string | null;
  /** Of a webhook: the name of who set it; null: not known. */
  readonly doneBy: string | null;
  readonly source: BookingSource | 'system';
  /** null: not known, or forgotten. */
  readonly clientIp: string | null;
  readonly isTest: boolean;
  readonly createdAt: Date;
  /** A connected app; null: it is none. `host`: who vouches for it; null: nobody. */
  readonly app: { readonly host: string | null; readonly redirectHost: string } | null;
  /** What its key allows; null: it has none. */
  readonly power: { readonly scopes: readonly Scope[]; readonly role: Role | null } | null;
}

interface KeyOfAccess {
  readonly clientHost: string | null;
  /** null: it is no connected app. */
  readonly redirectHost: string | null;
  readonly scopes: readonly Scope[] | null;
  readonly roleCap: Role | null;
  readonly personRole: Role | null;
}

/** undefined: there is none, or its person or workspace is gone. */
export async function readAccessFacts(sql: Queryable, id: string): Promise<AccessFacts | undefined> {
  const [row] = await sql<(Omit<AccessFacts, 'power' | 'app'> & KeyOfAccess)[]>`
    select n.id, n.kind, n.name, n.workspace_id as "workspaceId", w.name as "workspaceName", n.user_id as "userId", u.email::text,
      ${personZone(sql, 'u.id')} as timezone,
      n.made_with as "madeWith", (select d.name from users d where d.id = n.done_by) as "doneBy", n.source, n.client_ip as "clientIp", n.test_mode as "isTest", n.created_at as "createdAt",
      k.scopes, k.role_cap as "roleCap", m.role as "personRole",
      g.client_host as "clientHost", g.redirect_host as "redirectHost"
    from access_notices n join users u on u.id = n.user_id left join workspaces w on w.id = n.workspace_id
      left join agent_seats s on s.id = n.id left join api_keys k on k.id = coalesce(s.api_key_id, n.id)
      left join oauth_grants g on g.id = n.id
      left join memberships m on m.user_id = k.created_by_user_id and m.workspace_id = k.workspace_id
    where n.id = ${id}`;
  if (!row) return undefined;
  const { scopes, roleCap, personRole, clientHost, redirectHost, ...facts } = row;
  const role = personRole && effectiveRole(personRole, roleCap);
  const app = redirectHost === null ? null : { host: clientHost, redirectHost };
  return { ...facts, app, power: scopes && { scopes, role } };
}

/** `last`: the mail says that more are left out today. `none`: no mail, because the person had enough today. */
export type NoticeDecision = 'mail' | 'last' | 'none';

/**
 * Decides once which mail leaves for a notice; undefined: there is none. Notices of one person are decided one after the other, so that no
 * more mails leave than the cap allows. Those of tests reach nobody and do not count.
 */
export const decideNotice = (sql: Sql, id: string): Promise<NoticeDecision | undefined> =>
  inTransaction(sql, async (tx) => {
    const [notice] = await tx<(Counted & { readonly decision: NoticeDecision | null })[]>`
      select user_id as "userId", workspace_id as "workspaceId", kind, decision, test_mode as "isTest" from access_notices
      where id = ${id} for update`;
    if (!notice) return undefined;
    if (notice.decision !== null) return notice.decision;
    await lockName(tx, 'accessNotices', notice.userId);
    const decision = notice.isTest ? 'mail' : await decide(tx, notice);
    await tx`update access_notices set decision = ${decision}, decided_at = clock_timestamp() where id = ${id}`;
    return decision;
  });

async function decide(tx: Transaction, notice: Counted): Promise<NoticeDecision> {
  const [today] = await tx<[{ mails: number; last: number }]>`
    select count(*) filter (where decision = 'mail')::int as mails, count(*) filter (where decision = 'last')::int as last
    from access_notices where ${countedWith(tx, notice)} and decided_at > clock_timestamp() - interval '1 day'`;
  if (today.mails < capOf(notice.kind)) return 'mail';
  return today.last === 0 ? 'last' : 'none';
}
