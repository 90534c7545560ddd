import type { Person, SessionActor } from '../domain/actor.ts';
import type { Role } from '../schemas/access.ts';
import type { Queryable } from './database.ts';

/** For how long the token before the last rotation still works: requests that were under way carry it. */
const ROTATION_GRACE_SECONDS = 60;

/** Whoever a session token stands for; undefined: nobody, or a session that is over. */
export async function findPerson(sql: Queryable, tokenHash: Buffer): Promise<Person | undefined> {
  const [row] = await sql<{ id: string; user_id: string }[]>`
    select id, user_id from sessions where ${isLive(sql, tokenHash)}`;
  return row && { kind: 'person', sessionId: row.id, userId: row.user_id };
}

interface MemberRow {
  id: string;
  user_id: string;
  role: Role | null;
  username: string | null;
  locked: boolean | null;
}

/** The same as a member of a workspace; `stranger`: signed in, and no member of it. */
export async function findSessionMember(
  sql: Queryable,
  tokenHash: Buffer,
  workspaceId: string,
): Promise<SessionActor | 'stranger' | undefined> {
  const [row] = await sql<MemberRow[]>`
    select s.id, s.user_id, m.role, m.username, w.subscription_status = 'inactive' as locked
    from sessions s
    left join memberships m on m.user_id = s.user_id and m.workspace_id = ${workspaceId}
    left join workspaces w on w.id = m.workspace_id
    where ${isLive(sql, tokenHash)}`;
  if (!row) return undefined;
  if (row.role === null) return 'stranger';
  return {
    kind: 'session',
    sessionId: row.id,
    userId: row.user_id,
    workspaceId,
    role: row.role,
    username: row.username ?? '',
    locked: row.locked ?? false,
  };
}

const isLive = (sql: Queryable, tokenHash: Buffer) => sql`
  (token_hash = ${tokenHash} or (previous_token_hash = ${tokenHash}
    and rotated_at > clock_timestamp() - ${ROTATION_GRACE_SECONDS} * interval '1 second'))
  and revoked_at is null and expires_at > clock_timestamp()`;
