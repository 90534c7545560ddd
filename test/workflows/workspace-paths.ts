import { v7 as uuidv7 } from 'uuid';
import type { UnclaimedEnd } from '../../domain/workspaces/unclaimed.ts';
import type { WorkspaceClaimEnd } from '../../domain/workspaces/workspace-claim.ts';
import { revokeKey } from '../../store/access/key-tree.ts';
import { decideWorkspaceClaim } from '../../store/identity/decide-workspace-claim.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { personWithBrowser } from '../support/drivers/session.ts';
import { eventually } from '../support/factories/meeting.ts';
import { agentWorkspace, letDaysPass, storeWorkspaceClaim } from '../support/factories/workspace-claims.ts';
import type { Stack } from '../support/stack/stack.ts';

interface WorkspacePath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

/** A claim whose mail has left, or was tried. */
async function asked(stack: Stack, domain: string) {
  const agent = await agentWorkspace(stack);
  const email = `human-${uuidv7().slice(-12)}@${domain}`;
  const id = await storeWorkspaceClaim(stack, agent, email);
  flowClientOf(stack).start('workspaceClaim', { id, workspaceId: agent.workspaceId });
  await eventually('its mail', async () => {
    const [row] = await stack.sql`select 1 from workspace_claims where id = ${id} and mailed_at is not null`;
    return row !== undefined;
  });
  return { agent, id, email, workflowId: flowId('workspaceClaim', id) };
}

interface Deciding {
  readonly domain?: string;
  readonly keepsAgent?: boolean;
}

async function decide(
  stack: Stack,
  decision: 'accept' | 'refuse',
  { domain = 'new.test', keepsAgent = false }: Deciding = {},
): Promise<string> {
  const { agent, id, email, workflowId } = await asked(stack, domain);
  const { userId, sessionId } = await personWithBrowser(stack, email);
  const person = { kind: 'person', userId, sessionId } as const;
  const outcome = await decideWorkspaceClaim(stack.sql, {
    claimId: id,
    person,
    decision,
    keepsAgentAs: keepsAgent ? 'manager' : null,
    now: Date.now(),
  });
  if (outcome.result !== 'accepted' && outcome.result !== 'refused') throw new Error(outcome.result);
  flowClientOf(stack).signal('workspaceClaim', { id, workspaceId: agent.workspaceId }, 'changed');
  const mailIds = outcome.result === 'accepted' ? outcome.mailIds : [];
  for (const mailId of mailIds) flowClientOf(stack).start('mail', { id: mailId, workspaceId: agent.workspaceId });
  return workflowId;
}

const nudge = (stack: Stack, workflowId: string): Promise<void> =>
  stack.client.workflow.getHandle(workflowId).signal(flows.workspaceClaim.signals.nudge);

/** Every path through the flow of a claim. Each has a history in test/histories/workspace-claim, by its name. */
export const workspaceClaimPaths: readonly WorkspacePath<WorkspaceClaimEnd>[] = [
  { name: 'accepted', ends: 'accepted', walk: (stack) => decide(stack, 'accept') },
  { name: 'refused', ends: 'refused', walk: (stack) => decide(stack, 'refuse') },
  {
    name: 'accepted-when-the-provider-is-back',
    ends: 'accepted',
    walk: (stack) => decide(stack, 'accept', { domain: 'slow.test' }),
  },
  {
    name: 'accepted-with-its-agent',
    ends: 'accepted',
    walk: (stack) => decide(stack, 'accept', { keepsAgent: true }),
  },
  {
    name: 'refused-by-the-provider',
    ends: 'undeliverable',
    walk: async (stack) => (await asked(stack, 'refuses.test')).workflowId,
  },
  {
    name: 'seven-days-pass',
    ends: 'expired',
    walk: async (stack) => {
      const { id, workflowId } = await asked(stack, 'new.test');
      await stack.sql`update workspace_claims set expires_at = clock_timestamp() + interval '1 second' where id = ${id}`;
      await nudge(stack, workflowId);
      return workflowId;
    },
  },
  {
    name: 'its-key-is-revoked',
    ends: 'withdrawn',
    walk: async (stack) => {
      const { agent, workflowId } = await asked(stack, 'new.test');
      const ending = { workspaceId: agent.workspaceId, keyId: agent.key.id, now: Date.now() };
      await revokeKey(stack.sql, ending, { actor: null, source: 'system' });
      await nudge(stack, workflowId);
      return workflowId;
    },
  },
  {
    name: 'the-owner-signs-in-meanwhile',
    ends: 'withdrawn',
    walk: async (stack) => {
      const { agent, workflowId } = await asked(stack, 'new.test');
      await personWithBrowser(stack, agent.email);
      await nudge(stack, workflowId);
      return workflowId;
    },
  },
  {
    name: 'started-by-the-sweep-when-over',
    ends: 'expired',
    walk: async (stack) => {
      const agent = await agentWorkspace(stack);
      const id = await storeWorkspaceClaim(stack, agent, `late-${uuidv7().slice(-12)}@new.test`);
      await stack.sql`update workspace_claims set expires_at = clock_timestamp() - interval '1 minute' where id = ${id}`;
      await stack.client.workflow.signalWithStart('workspaceClaim', {
        workflowId: flowId('workspaceClaim', id),
        taskQueue: stack.taskQueue,
        args: [{ claimId: id }],
        signal: flows.workspaceClaim.signals.nudge,
      });
      return flowId('workspaceClaim', id);
    },
  },
];

const look = (stack: Stack, workspaceId: string): void =>
  flowClientOf(stack).signal('unclaimedWorkspace', { id: workspaceId, workspaceId }, 'nudge');

const mailed = (stack: Stack, workspaceId: string, which: 'first_mailed_at' | 'last_mailed_at') =>
  eventually(which, async () => {
    const [row] = await stack.sql`
      select 1 from unclaimed_workspaces where workspace_id = ${workspaceId} and ${stack.sql(which)} is not null`;
    return row !== undefined;
  });

/** Lets a day of the last mail pass, too. */
async function untilDay30(stack: Stack, workspaceId: string): Promise<void> {
  await letDaysPass(stack, workspaceId, 30);
  await stack.sql`
    update unclaimed_workspaces set last_mailed_at = now() - interval '1 day' where workspace_id = ${workspaceId}`;
  look(stack, workspaceId);
}

/** Every path through the flow of an unclaimed workspace. Each has a history in test/histories/unclaimed-workspace, by its name. */
export const unclaimedPaths: readonly WorkspacePath<UnclaimedEnd>[] = [
  {
    name: 'days-23-29-and-30',
    ends: 'inactive',
    walk: async (stack) => {
      const { workspaceId } = await agentWorkspace(stack);
      await letDaysPass(stack, workspaceId, 23);
      look(stack, workspaceId);
      await mailed(stack, workspaceId, 'first_mailed_at');
      await letDaysPass(stack, workspaceId, 29);
      look(stack, workspaceId);
      await mailed(stack, workspaceId, 'last_mailed_at');
      await untilDay30(stack, workspaceId);
      return flowId('unclaimedWorkspace', workspaceId);
    },
  },
  {
    name: 'first-looked-at-on-day-31',
    ends: 'inactive',
    walk: async (stack) => {
      const { workspaceId } = await agentWorkspace(stack);
      await letDaysPass(stack, workspaceId, 31);
      look(stack, workspaceId);
      await mailed(stack, workspaceId, 'last_mailed_at');
      await untilDay30(stack, workspaceId);
      return flowId('unclaimedWorkspace', workspaceId);
    },
  },
  {
    name: 'claimed-after-the-first-mail',
    ends: 'claimed',
    walk: async (stack) => {
      const { workspaceId, email } = await agentWorkspace(stack);
      await letDaysPass(stack, workspaceId, 23);
      look(stack, workspaceId);
      await mailed(stack, workspaceId, 'first_mailed_at');
      await personWithBrowser(stack, email);
      look(stack, workspaceId);
      return flowId('unclaimedWorkspace', workspaceId);
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { workspaceClaim: workspaceClaimPaths, unclaimedWorkspace: unclaimedPaths };
