import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../../domain/access/api-key.ts';
import { Role, type Scope } from '../../../schemas/shapes/access.ts';
import { signIn } from '../drivers/session.ts';
import type { Stack } from '../stack/stack.ts';
import { bearer, makeKey, makeTeam, type TestTeam } from './keys.ts';

/** The headers and person of a call. `keyId`: only for a working key of the team's workspace. */
export interface CredentialHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string;
  readonly keyId?: string;
}

interface Facts {
  /** dead: identifies nobody. */
  readonly kind: 'dead' | 'key' | 'session';
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** A key of another workspace, or a session of a person who is not a member. */
  readonly isForeign: boolean;
  /** The call has the session's CSRF token. */
  readonly hasCsrf: boolean;
  readonly namesWorkspace: boolean;
  readonly isLocked: boolean;
}

/** One kind of credential: its facts, and how to make it. */
export interface Credential extends Facts {
  readonly name: string;
  show(stack: Stack, team: TestTeam): Promise<CredentialHeaders>;
}

const USUAL: Facts = {
  kind: 'key',
  role: 'owner',
  scopes: ['workspace.act'],
  isForeign: false,
  hasCsrf: true,
  namesWorkspace: true,
  isLocked: false,
};

type Show = Credential['show'];

const dead = (name: string, show: Show): Credential => ({ ...USUAL, kind: 'dead', name, show });

const deadKey = (name: string, headers: (team: TestTeam) => Promise<CredentialHeaders['headers']>): Credential =>
  dead(name, async (_stack, team) => ({ headers: await headers(team), userId: team.members.owner.userId }));

const key = (name: string, facts: Partial<Facts>): Credential => {
  const all = { ...USUAL, ...facts };
  return {
    ...all,
    name,
    async show(_stack, team) {
      const made = await team.key(all.role, { scopes: all.scopes });
      return { headers: made.headers, userId: made.userId, keyId: made.id };
    },
  };
};

const session = (
  name: string,
  facts: Partial<Facts>,
  change: (headers: CredentialHeaders['headers']) => object = (same) => same,
) => {
  const all: Facts = { ...USUAL, ...facts, kind: 'session' };
  const show: Show = async (stack, team) => {
    const { headers, userId } = await signIn(stack, { email: team.members[all.role].email, workspace: team.slug });
    return { headers: change(headers) as CredentialHeaders['headers'], userId };
  };
  return { ...all, name, show };
};

const without =
  (dropped: string) =>
  (headers: CredentialHeaders['headers']): object =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name !== dropped));

const misspelt = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');

const foreignKey: Credential = {
  ...USUAL,
  name: 'another workspace’s key',
  isForeign: true,
  async show({ sql }) {
    const other = await makeTeam(sql);
    const { headers, userId } = await other.key('owner');
    return { headers, userId };
  },
};

const stranger: Credential = {
  ...USUAL,
  kind: 'session',
  name: 'a session of a person who is not a member',
  isForeign: true,
  async show(stack, team) {
    const other = await makeTeam(stack.sql);
    const { headers, userId } = await signIn(stack, { email: other.members.owner.email, workspace: other.slug });
    return { headers: { ...headers, 'x-workspace-id': team.workspaceId }, userId };
  },
};

const leaver = dead('a key whose creator left the workspace', async ({ sql }, team) => {
  const userId = uuidv7();
  await sql`insert into users (id, email, name) values (${userId}, ${`${userId}@left.test`}, 'Lea Leaver')`;
  return { headers: (await makeKey(sql, { workspaceId: team.workspaceId, userId })).headers, userId };
});

const overSession = dead('a session that is over', async (stack, team) => {
  const { email, userId } = team.members.owner;
  const { headers, sessionId } = await signIn(stack, { email, workspace: team.slug });
  await stack.sql`update sessions set revoked_at = now() where id = ${sessionId}`;
  return { headers, userId };
});

/** A key with one wrong letter. */
export const brokenKey = (): string => misspelt(mintKey('live').secret);

/** Every kind of credential that the contract distinguishes for host operations. */
export const credentials: readonly Credential[] = [
  deadKey('no key', async () => ({})),
  deadKey('another scheme', async () => ({ authorization: 'Basic YWRhOmFkYQ==' })),
  deadKey('a key with a broken checksum', async () => bearer(brokenKey())),
  deadKey('an unknown key', async () => bearer(mintKey('live').secret)),
  deadKey('an unknown key of before the cutover', async () => bearer(`sched_${randomBytes(12).toString('hex')}`)),
  deadKey('a revoked key', async (team) => (await team.key('owner', { state: 'revoked' })).headers),
  deadKey('an expired key', async (team) => (await team.key('owner', { state: 'expired' })).headers),
  leaver,
  overSession,
  key('a read-only key of the owner', { scopes: ['workspace.read'] }),
  key('a billing.manage key of the owner', { scopes: ['billing.manage'] }),
  ...Role.options.map((role) => key(`a key of the ${role}`, { role })),
  key('a key of the owner, workspace unpaid', { isLocked: true }),
  foreignKey,
  ...Role.options.map((role) => session(`a session of the ${role}`, { role })),
  session('a session of the owner, workspace unpaid', { isLocked: true }),
  session('a session without CSRF token', { hasCsrf: false }, without('x-csrf-token')),
  session('a session with a CSRF token of another', { hasCsrf: false }, (headers) => ({
    ...headers,
    'x-csrf-token': randomBytes(32).toString('base64url'),
  })),
  session('a session that names no workspace', { namesWorkspace: false }, without('x-workspace-id')),
  stranger,
];
