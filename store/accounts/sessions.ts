import type { Person, SessionActor } from '../../domain/access/actor.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import type { Queryable } from '../database.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';

/** How long the old token works after the first use of the new one: requests under way still carry it. */
const ROTATION_GRACE_SECONDS = 60;
const ROTATE_AFTER_DAYS = 1;
/** How long a session lasts: at most, and unused. */
export const LIFETIME_DAYS = 30;
export const IDLE_DAYS = 14;

export type SignInMethod = 'email' | 'google' | 'microsoft' | 'local' | 'passkey';

/** A session to open. Its token is new, whatever the browser sent. */
export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly userAgent: string | null;
  readonly ip: string;
  readonly method: SignInMethod;
  /** The session ends when this passkey is removed. */
  readonly passkeyId?: string;
  /** The session ends when this account is unlinked. */
  readonly linkedAccountId?: string;
}

/** Opens a session for 30 days; it ends after 14 days without use. */
export async function openSession(sql: Queryable, session: NewSession): Promise<void> {
  const { id, userId, tokenHash, userAgent, ip, method, passkeyId = null, linkedAccountId = null } = session;
  await sql`
    insert into sessions (id, user_id, token_hash, rotated_at, user_agent, ip, method, passkey_id, linked_account_id,
      created_at, last_seen_at, expires_at)
    values (${id}, ${userId}, ${tokenHash}, clock_timestamp(), ${userAgent}, ${ip}, ${method}, ${passkeyId}, ${linkedAccountId},
      clock_timestamp(), clock_timestamp(), clock_timestamp() + ${LIFETIME_DAYS} * interval '1 day')`;
}

/**
 * Replaces a session's token once a day. The old token works until a minute after the first use of the new one: an answer may
 * be lost. A browser that returns a day later with the old token gets another.
 * @returns the session's end; undefined: it keeps its token
 */
export async function rotateSession(
  sql: Queryable,
  tokenHash: Buffer,
  newTokenHash: Buffer,
): Promise<{ readonly expiresAt: Date } | undefined> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    update sessions set token_hash = ${newTokenHash}, previous_token_hash = ${tokenHash}, previous_ends_at = null,
      rotated_at = clock_timestamp()
    where (token_hash = ${tokenHash} or (previous_token_hash = ${tokenHash} and previous_ends_at is null))
      and rotated_at < clock_timestamp() - ${ROTATE_AFTER_DAYS} * interval '1 day' and revoked_at is null
    returning expires_at as "expiresAt"`;
  return row;
}

/** Ends the session of a token, if it has one. */
export async function endSession(sql: Queryable, tokenHash: Buffer): Promise<void> {
  await sql`
    update sessions set revoked_at = clock_timestamp()
    where (token_hash = ${tokenHash} or previous_token_hash = ${tokenHash}) and revoked_at is null`;
}

export interface ListedSession {
  readonly id: string;
  readonly method: SignInMethod;
  readonly userAgent: string | null;
  readonly ip: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** A person's open sessions, the last seen first. */
export const listSessions = (sql: Queryable, userId: string): Promise<ListedSession[]> => sql<ListedSession[]>`
  select id, method, user_agent as "userAgent", ip, created_at as "createdAt", last_seen_at as "lastSeenAt",
    least(expires_at, last_seen_at + ${IDLE_DAYS} * interval '1 day') as "expiresAt"
  from sessions s where user_id = ${userId} and ${isOpen(sql)}
  order by last_seen_at desc, id desc`;

/** Ends one session of a person. A repeat returns true. False: they have no such session. */
export async function revokeSession(sql: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const { count } = await sql`
    update sessions set revoked_at = coalesce(revoked_at, clock_timestamp())
    where id = ${sessionId} and user_id = ${userId}`;
  return count > 0;
}

/** Ends all sessions of a person. @returns how many it ended */
export async function revokeSessions(sql: Queryable, userId: string): Promise<number> {
  const { count } = await sql`
    update sessions s set revoked_at = clock_timestamp() where user_id = ${userId} and ${isOpen(sql)}`;
  return count;
}

/** The person of a session token; undefined: none, or the session is over. Notes the use, at most once a minute. */
export async function findPerson(sql: Queryable, tokenHash: Buffer): Promise<Person | undefined> {
  const [row] = await sql<{ id: string; userId: string; unseen: boolean }[]>`
    select s.id, s.user_id as "userId", ${isUnseen(sql, tokenHash)} as unseen from sessions s where ${isLive(sql, tokenHash)}`;
  if (!row) return undefined;
  if (row.unseen) await noteSeen(sql, row.id, tokenHash);
  return { kind: 'person', sessionId: row.id, userId: row.userId };
}

interface MemberRow {
  readonly id: string;
  readonly userId: string;
  readonly role: Role | null;
  readonly username: string | null;
  readonly locked: boolean | null;
  readonly unseen: boolean;
}

/** The workspace member of a session token. `stranger`: signed in, but not a member, or leaving. */
export async function findSessionMember(
  sql: Queryable,
  tokenHash: Buffer,
  workspaceId: string,
): Promise<SessionActor | 'stranger' | undefined> {
  const [row] = await sql<MemberRow[]>`
    select s.id, s.user_id as "userId", m.role, m.username, ${isLockedIn(sql)} as locked,
      ${isUnseen(sql, tokenHash)} as unseen
    from sessions s
    left join memberships m on m.user_id = s.user_id and m.workspace_id = ${workspaceId} and m.leaving_at is null
    left join workspaces w on w.id = m.workspace_id
    where ${isLive(sql, tokenHash)}`;
  if (!row) return undefined;
  if (row.unseen) await noteSeen(sql, row.id, tokenHash);
  if (row.role === null) return 'stranger';
  return {
    kind: 'session',
    sessionId: row.id,
    userId: row.userId,
    workspaceId,
    role: row.role,
    username: row.username ?? '',
    locked: row.locked ?? false,
  };
}

/** Conditions on a session `s`. */
const isOpen = (sql: Queryable) => sql`
  (s.revoked_at is null and s.expires_at > clock_timestamp()
    and s.last_seen_at > clock_timestamp() - ${IDLE_DAYS} * interval '1 day')`;

const isLive = (sql: Queryable, tokenHash: Buffer) => sql`
  (s.token_hash = ${tokenHash} or (s.previous_token_hash = ${tokenHash}
    and (s.previous_ends_at is null or s.previous_ends_at > clock_timestamp())))
  and ${isOpen(sql)}`;

/** Whether this is a rotation's new token, used for the first time. */
const isNew = (sql: Queryable, tokenHash: Buffer) => sql`
  (s.token_hash = ${tokenHash} and s.previous_token_hash is not null and s.previous_ends_at is null)`;

const isUnseen = (sql: Queryable, tokenHash: Buffer) => sql`
  (s.last_seen_at < clock_timestamp() - interval '1 minute' or ${isNew(sql, tokenHash)})`;

/** Of concurrent calls, one writes and the others skip the row. A failed note is ignored: the next call retries. */
const noteSeen = (sql: Queryable, id: string, tokenHash: Buffer): Promise<unknown> =>
  sql`
    update sessions s set last_seen_at = clock_timestamp(),
      previous_ends_at = case when ${isNew(sql, tokenHash)}
        then clock_timestamp() + ${ROTATION_GRACE_SECONDS} * interval '1 second' else s.previous_ends_at end
    where s.id = (
      select s.id from sessions s where s.id = ${id} and ${isUnseen(sql, tokenHash)} for no key update skip locked)`.catch(
    () => {},
  );

/** Whether there is a person of this id. */
export async function hasPerson(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select 1 from users where id = ${userId}`;
  return rows.length > 0;
}
