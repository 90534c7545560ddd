import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { sessionCookieName } from '../../../api/auth/credentials.ts';
import { csrfToken, type Secrets, tokenHash } from '../../../domain/secrets.ts';
import type { Role } from '../../../schemas/shapes/access.ts';

const SESSION_DAYS = 30;

export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  /** The cookie's value. */
  readonly token: string;
  readonly cookie: string;
  readonly csrfToken: string;
  /** The headers that our pages send with each call: cookie, CSRF token, workspace. */
  readonly headers: Readonly<Record<'cookie' | 'x-csrf-token' | 'x-workspace-id', string>>;
}

/** The parts of a stack that a session needs. */
export interface Place {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly appUrl: string;
}

/**
 * Signs a member in by writing a session row, without mail or provider.
 * @param member by default the owner of the demo workspace, ada@acme.test of acme
 */
export async function signIn(
  { sql, secrets, appUrl }: Place,
  { email = 'ada@acme.test', workspace = 'acme' }: { readonly email?: string; readonly workspace?: string } = {},
): Promise<SignedIn> {
  const [found] = await sql<{ user_id: string; workspace_id: string }[]>`
    select m.user_id, m.workspace_id from memberships m
    join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where u.email = ${email} and w.slug = ${workspace}`;
  if (!found) throw new Error(`${email} is not a member of ${workspace}`);
  const token = randomBytes(32).toString('base64url');
  const sessionId = uuidv7();
  await sql`
    insert into sessions (id, user_id, token_hash, rotated_at, ip, method, created_at, last_seen_at, expires_at)
    values (${sessionId}, ${found.user_id}, ${tokenHash(token)}, now(), '127.0.0.1', 'local', now(), now(),
      now() + ${SESSION_DAYS} * interval '1 day')`;
  const cookie = `${sessionCookieName(appUrl)}=${token}`;
  const csrf = csrfToken(secrets, sessionId);
  return {
    userId: found.user_id,
    email,
    workspaceId: found.workspace_id,
    sessionId,
    token,
    cookie,
    csrfToken: csrf,
    headers: { cookie, 'x-csrf-token': csrf, 'x-workspace-id': found.workspace_id },
  };
}

/** Signs a person in by writing a session row, in no workspace. Makes the person, without a workspace, if missing. */
export async function personWithBrowser(
  { sql, secrets, appUrl }: Place,
  email: string,
): Promise<{
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly csrfToken: string;
  readonly cookie: string;
}> {
  await sql`insert into users (id, email, name) values (${uuidv7()}, ${email}, 'Hana Human') on conflict (email) do nothing`;
  const [user] = await sql<{ id: string }[]>`select id from users where email = ${email}`;
  const [token, sessionId, userId] = [randomBytes(32).toString('base64url'), uuidv7(), user?.id ?? ''];
  await sql`
    insert into sessions (id, user_id, token_hash, rotated_at, ip, method, created_at, last_seen_at, expires_at)
    values (${sessionId}, ${userId}, ${tokenHash(token)}, now(), '127.0.0.1', 'local', now(), now(),
      now() + ${SESSION_DAYS} * interval '1 day')`;
  const cookie = `${sessionCookieName(appUrl)}=${token}`;
  return { userId, sessionId, token, csrfToken: csrfToken(secrets, sessionId), cookie };
}

/** Makes a person a member of a workspace with this role. Creates the person and the workspace if missing. */
export async function addMember(
  { sql }: Pick<Place, 'sql'>,
  { email, workspace = 'acme', role }: { readonly email: string; readonly workspace?: string; readonly role: Role },
): Promise<void> {
  const name = email.split('@')[0] ?? email;
  await sql`
    insert into workspaces (id, slug, name, plan, subscription_status)
    values (${uuidv7()}, ${workspace}, ${workspace}, 'growth', 'active') on conflict (slug) do nothing`;
  await sql`insert into users (id, email, name) values (${uuidv7()}, ${email}, ${name}) on conflict (email) do nothing`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    select ${uuidv7()}, w.id, u.id, ${name}, ${role} from workspaces w, users u
    where w.slug = ${workspace} and u.email = ${email}
    on conflict (workspace_id, user_id) do update set role = excluded.role`;
}
