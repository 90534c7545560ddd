import type { JSONValue } from 'postgres';
import type { MailOutcome, OutboxFacts, OutboxKind } from '../../domain/mail/outbox.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { WaitingQuery } from '../waiting-query.ts';

interface MailToNote<Kind extends OutboxKind> {
  /** The id of the mail and of its flow. A row that is mailed once gives its mail the same id. */
  readonly id: string;
  readonly kind: Kind;
  /** The row that the mail is about: a link, a code, an invitation … Default: the row of the same id. */
  readonly subjectId?: string;
  /** Its mails are counted, and go with the workspace. null or missing: none, or the mail outlives it. */
  readonly workspaceId?: string | null;
  /** The address, where no other row keeps it until the mail leaves. It is forgotten afterwards. */
  readonly recipient?: string;
  /** The folded address, for a cap of mails to one inbox. */
  readonly inbox?: string;
  readonly facts: OutboxFacts[Kind];
}

/**
 * Notes a mail in the transaction that makes it due. After the commit the caller starts the flow `mail` of this id; otherwise the sweep
 * starts it.
 */
export async function noteMail<Kind extends OutboxKind>(
  tx: Transaction,
  { id, kind, subjectId = id, workspaceId = null, recipient, inbox, facts }: MailToNote<Kind>,
): Promise<void> {
  const json = facts === null ? null : tx.json(facts as unknown as JSONValue);
  await tx`
    insert into outbox_mails (id, kind, subject_id, workspace_id, recipient, inbox, facts)
    values (${id}, ${kind}, ${subjectId}, ${workspaceId}, ${recipient ?? null}, ${inbox ?? null}, ${json})`;
}

/** A row of the outbox, for its flow. */
export interface OutboxMail<Kind extends OutboxKind> {
  readonly id: string;
  readonly kind: Kind;
  readonly subjectId: string;
  /** null: no row keeps an address, or the mail has left. */
  readonly recipient: string | null;
  readonly facts: OutboxFacts[Kind];
  readonly createdAt: Date;
  readonly waitedMs: number;
  /** null: it waits. */
  readonly outcome: MailOutcome | null;
}

/** Each kind with its own facts. */
export type AnyOutboxMail = { [Kind in OutboxKind]: OutboxMail<Kind> }[OutboxKind];

/** undefined: there is no such mail. */
export async function findOutboxMail(sql: Queryable, id: string): Promise<AnyOutboxMail | undefined> {
  const [mail] = await sql<AnyOutboxMail[]>`
    select id, kind, subject_id as "subjectId", recipient::text, facts, created_at as "createdAt", outcome,
      (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "waitedMs"
    from outbox_mails where id = ${id}`;
  return mail;
}

/** The mail left, or none will. The address is forgotten. */
export async function settleMail(tx: Queryable, id: string, outcome: MailOutcome): Promise<void> {
  await tx`
    update outbox_mails set outcome = ${outcome}, settled_at = clock_timestamp(), recipient = null
    where id = ${id} and ${isWaiting(tx)}`;
}

const isWaiting = (sql: Queryable) => sql`settled_at is null`;

/** Deletes mails: their rows will be noted again under the same ids. */
export const forgetMails = (tx: Transaction, ids: readonly string[]) =>
  tx`delete from outbox_mails where id = any(${[...ids]}::uuid[])`;

/** Returns whether a mail waits to leave. */
export async function isMailWaiting(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`select 1 from outbox_mails where id = ${id} and ${isWaiting(sql)}`;
  return rows.length > 0;
}

/** The mail about a row that waits to leave; null: none does. */
export async function findWaitingMail(sql: Queryable, subjectId: string): Promise<string | null> {
  const [mail] = await sql<{ id: string }[]>`
    select id from outbox_mails where subject_id = ${subjectId} and ${isWaiting(sql)} order by created_at desc limit 1`;
  return mail?.id ?? null;
}

/** For the sweep. Each kind has a lot of its own: mails that strangers cause delay no others. */
export const waitingMails: WaitingQuery = (sql) => sql`
  select kind as lot, id, workspace_id, created_at as since from outbox_mails where ${isWaiting(sql)}`;
