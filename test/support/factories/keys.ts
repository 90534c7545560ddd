import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../../domain/access/api-key.ts';
import { type KeyMode, Role, type Scope } from '../../../schemas/shapes/access.ts';
import { createHost, type TestHost } from '../drivers/host.ts';

const DAY_MS = 86_400_000;

export interface TestKey {
  readonly id: string;
  readonly secret: string;
  readonly prefix: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly headers: { readonly authorization: string };
}

export interface KeyOptions {
  readonly workspaceId: string;
  /** The creator: the key has this person's role. */
  readonly userId: string;
  /** Default: workspace.act. */
  readonly scopes?: readonly Scope[];
  readonly mode?: KeyMode;
  readonly name?: string;
  readonly state?: 'active' | 'revoked' | 'expired';
  /** Default: as of now. */
  readonly createdAtMs?: number;
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** A key, as a row. */
export async function makeKey(sql: Sql, options: KeyOptions): Promise<TestKey> {
  const {
    workspaceId,
    userId,
    scopes = ['workspace.act'],
    mode = 'live',
    name = 'Test key',
    state = 'active',
  } = options;
  const id = uuidv7();
  const { secret, hash, prefix } = mintKey(mode);
  const createdAt = new Date(options.createdAtMs ?? Date.now());
  const yesterday = new Date(Date.now() - DAY_MS);
  await sql`
    insert into api_keys (id, workspace_id, created_by_user_id, name, mode, prefix, hash, scopes, origin, created_at, expires_at, revoked_at)
    values (${id}, ${workspaceId}, ${userId}, ${name}, ${mode}, ${prefix}, ${hash}, ${[...scopes]}, 'dashboard', ${createdAt},
      ${state === 'expired' ? yesterday : null}, ${state === 'revoked' ? yesterday : null})`;
  return { id, secret, prefix, userId, workspaceId, headers: bearer(secret) };
}

export interface TestSeat {
  readonly id: string;
  readonly key: TestKey;
}

/** An agent seat with its key, as rows. */
export async function makeSeat(sql: Sql, options: KeyOptions & { readonly displayName?: string }): Promise<TestSeat> {
  const displayName = options.displayName ?? 'Robo';
  const key = await makeKey(sql, { ...options, name: displayName });
  const id = uuidv7();
  await sql`
    insert into agent_seats (id, workspace_id, display_name, api_key_id, created_by_user_id, created_at)
    values (${id}, ${options.workspaceId}, ${displayName}, ${key.id}, ${options.userId}, ${new Date(options.createdAtMs ?? Date.now())})`;
  return { id, key };
}

export interface TestMember {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
}

export interface TestTeam {
  readonly workspaceId: string;
  readonly slug: string;
  /** The owner as a bookable host. */
  readonly host: TestHost;
  /** One person of each role. */
  readonly members: Readonly<Record<Role, TestMember>>;
  /** A key of the member with this role. */
  key(role: Role, options?: Partial<KeyOptions>): Promise<TestKey>;
}

/** A workspace on the plan Growth, with a member of each role. */
export async function makeTeam(sql: Sql): Promise<TestTeam> {
  const host = await createHost(sql);
  const { workspaceId } = host;
  const slug = host.address.workspace;
  const joined = await Promise.all(
    Role.options.map(async (role) => (role === 'owner' ? owner(sql, host) : join(sql, host, role))),
  );
  const members = Object.fromEntries(joined.map((member) => [member.role, member])) as Record<Role, TestMember>;
  const key = (role: Role, options: Partial<KeyOptions> = {}) =>
    makeKey(sql, { workspaceId, userId: members[role].userId, name: `Key of the ${role}`, ...options });
  return { workspaceId, slug, host, members, key };
}

async function owner(sql: Sql, { userId }: TestHost): Promise<TestMember> {
  const [row] = await sql<{ email: string }[]>`select email::text from users where id = ${userId}`;
  return { userId, email: row?.email ?? '', role: 'owner' };
}

async function join(sql: Sql, { workspaceId }: TestHost, role: Role): Promise<TestMember> {
  const userId = uuidv7();
  const username = role.replace('_', '-');
  const email = `${username}-${userId.slice(-12)}@host.test`;
  await sql`insert into users (id, email, name) values (${userId}, ${email}, ${`Person ${role}`})`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${uuidv7()}, ${workspaceId}, ${userId}, ${username}, ${role})`;
  return { userId, email, role };
}
