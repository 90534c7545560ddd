import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDINGS, type Ending, fateOf, WAYS_OUT } from '../../../domain/access/ways-out.ts';
import type { Role } from '../../../schemas/shapes/access.ts';
import type { WayOut } from '../../../schemas/shapes/ways-out.ts';
import type { Doer } from '../../../store/access/api-keys.ts';
import { revokeKey } from '../../../store/access/key-tree.ts';
import { stopAccess } from '../../../store/access/stop-access.ts';
import { revokeByLink } from '../../../store/identity/change-agent.ts';
import { decideWorkspaceClaim } from '../../../store/identity/decide-workspace-claim.ts';
import { changeRole } from '../../../store/members/change-role.ts';
import { advanceRemoval, beginRemoval } from '../../../store/members/member-removals.ts';
import { endMyGrant } from '../../../store/oauth/grants.ts';
import { deleteWorkspace } from '../../../store/ops/delete-workspace.ts';
import { personWithBrowser } from '../../support/drivers/session.ts';
import { makeKey, makeTeam } from '../../support/factories/keys.ts';
import { openWays, type Probes, type Subject } from '../../support/factories/ways-out.ts';
import { agentWorkspace, storeWorkspaceClaim } from '../../support/factories/workspace-claims.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());

interface World {
  readonly subject: Subject;
  readonly ownerId: string;
  /** In the name of another owner. */
  readonly by: Doer;
}

const sessionOf = (userId: string, username = 'owner'): Doer => ({
  actor: { kind: 'session', userId, username },
  source: 'dashboard',
});

/** An admin with a key, in a workspace of somebody else. */
async function admin(): Promise<World> {
  const team = await makeTeam(stack.sql);
  const { userId, email } = team.members.admin;
  const page = { hostId: team.host.userId, username: team.host.address.username };
  const { workspaceId, slug } = team;
  const key = await team.key('admin');
  const subject = { workspaceId, slug, userId, email, key, page, hasBrowser: true };
  return { subject, ownerId: team.host.userId, by: sessionOf(team.host.userId) };
}

/** An agent that owns the workspace which it made. */
async function agent(): Promise<World> {
  const made = await agentWorkspace(stack);
  const page = { hostId: made.userId, username: made.username };
  return { subject: { ...made, page, hasBrowser: false }, ownerId: made.userId, by: sessionOf(made.userId) };
}

async function leave({ subject }: World, byUserId: string, to: string): Promise<void> {
  const { workspaceId, userId } = subject;
  const by = { userId: byUserId, apiKeyId: null, agentSeatId: null };
  const role: Role = byUserId === userId ? 'admin' : 'owner';
  const request = { id: uuidv7(), workspaceId, userId, handOver: { to }, by, role, source: 'dashboard' } as const;
  const begun = await beginRemoval(stack.sql, request);
  if (begun.result !== 'begun') throw new Error(begun.result);
  await advanceAll(begun.removal.id);
}

/** As its flow does. */
async function advanceAll(removalId: string): Promise<void> {
  for (;;) {
    const step = await advanceRemoval(stack.sql, stack.secrets, removalId);
    if (step.stage === 'over') return expect(step.end).toBe('removed');
  }
}

interface Case {
  readonly open: () => Promise<World>;
  readonly end: (world: World) => Promise<unknown>;
}

const revoke = (ending: 'keyRevoked' | 'seatRevoked') => ({
  open: admin,
  end: ({ subject: { workspaceId, key }, by }: World) =>
    revokeKey(stack.sql, { workspaceId, keyId: key.id, now: Date.now(), ending }, by),
});

/** How each ending comes about. A new one does not compile without its case. */
const CASES: Readonly<Record<Ending, Case>> = {
  keyRevoked: revoke('keyRevoked'),
  seatRevoked: revoke('seatRevoked'),
  grantEnded: {
    open: async () => {
      const world = await admin();
      const { id } = world.subject.key;
      await stack.sql`update api_keys set origin = 'connector' where id = ${id}`;
      await stack.sql`insert into oauth_grants (id, client_id, redirect_host) values (${id}, ${id}, 'app.example')`;
      return world;
    },
    end: ({ subject: { key, userId } }) =>
      endMyGrant(stack.sql, { id: key.id, userId, now: Date.now(), disablesWebhooks: false }, 'dashboard'),
  },
  memberRemoved: { open: admin, end: (world) => leave(world, world.ownerId, world.ownerId) },
  memberLeft: { open: admin, end: (world) => leave(world, world.subject.userId, world.ownerId) },
  roleLowered: {
    open: admin,
    end: async ({ subject: { workspaceId, userId }, ownerId }) => {
      const actor = { kind: 'session', sessionId: uuidv7(), userId: ownerId, workspaceId, role: 'owner' } as const;
      const by = { actor: { ...actor, username: 'owner', locked: false }, source: 'dashboard' } as const;
      const outcome = await changeRole(stack.sql, workspaceId, { userId, role: 'member' }, by);
      expect(outcome.result).toBe('changed');
    },
  },
  takenOver: {
    open: agent,
    end: async ({ subject }) => {
      const email = `heir-${uuidv7().slice(-8)}@humans.test`;
      const claimId = await storeWorkspaceClaim(stack, { ...subject, username: subject.page.username }, email);
      const { userId, sessionId } = await personWithBrowser(stack, email);
      const person = { kind: 'person', userId, sessionId } as const;
      const decision = { claimId, person, decision: 'accept', keepsAgentAs: null, now: Date.now() } as const;
      const outcome = await decideWorkspaceClaim(stack.sql, decision);
      if (outcome.result !== 'accepted' || outcome.removalId === null) throw new Error(outcome.result);
      await advanceAll(outcome.removalId);
    },
  },
  // Of a passkey: it reaches all that a person can make.
  accessStopped: {
    open: async () => {
      const world = await admin();
      const { userId, workspaceId } = world.subject;
      const id = uuidv7();
      await stack.sql`
        insert into passkeys (id, user_id, name, credential_id, public_key, user_handle, counter, transports, backup_eligible, backed_up, created_at)
        values (${id}, ${userId}, 'Thief', ${Buffer.from(id)}, ${Buffer.from(id)}, ${Buffer.from(id)}, 0, '{}', false, false, now())`;
      await stack.sql`
        insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode, created_at)
        values (${id}, ${userId}, null, 'passkey', 'Thief', 'dashboard', false, now())`;
      // What is stopped was made since: so was the key.
      const key = await makeKey(stack.sql, { workspaceId, userId });
      stopped.set(world.subject.userId, id);
      return { ...world, subject: { ...world.subject, key } };
    },
    end: ({ subject }) =>
      // The clock of this process may be behind the database's.
      stopAccess(stack.sql, stopped.get(subject.userId) ?? '', { now: Date.now() - 60_000, revokeAgent: revokeByLink }),
  },
  workspaceDeleted: {
    open: admin,
    end: ({ subject: { workspaceId, slug } }) =>
      deleteWorkspace(stack.sql, { workspaceId, slug }, { actor: null, source: 'host_api' }),
  },
};
const stopped = new Map<string, string>();

/** Ways that the subject of a case has not, until it ends: the owner of an unclaimed workspace has no browser. */
const NOT_YET: Readonly<Partial<Record<Ending, readonly WayOut[]>>> = { takenOver: ['sessions'] };

async function works(probes: Probes, ways: readonly WayOut[]): Promise<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  for (const way of ways) found[way] = await probes[way]();
  return found;
}

describe('what the table says is what is there afterwards', () => {
  it.each(ENDINGS)('%s', async (ending) => {
    const world = await CASES[ending].open();
    const probes = await openWays(stack, world.subject);
    const first = WAYS_OUT.filter((way) => !NOT_YET[ending]?.includes(way));
    expect(await works(probes, first)).toEqual(Object.fromEntries(first.map((way) => [way, true])));
    await CASES[ending].end(world);
    const expected = Object.fromEntries(WAYS_OUT.map((way) => [way, fateOf(ending, way) !== 'ended']));
    expect(await works(probes, WAYS_OUT)).toEqual(expected);
  });
});
