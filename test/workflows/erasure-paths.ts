import type { ErasureEnd } from '../../domain/workspaces/erasure.ts';
import { deleteWorkspace, restoreWorkspace } from '../../store/ops/delete-workspace.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { makeBooking } from '../support/drivers/host-bookings.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { eventually } from '../support/factories/meeting.ts';
import type { Stack } from '../support/stack/stack.ts';

interface ErasurePath {
  readonly name: string;
  readonly ends: ErasureEnd;
  /** Answers the id of the workspace. */
  walk(stack: Stack): Promise<string>;
}

const BY = { actor: null, source: 'dashboard' } as const;

/** A deleted workspace with two meetings to come, whose flow waits for its day. */
async function deleted(stack: Stack): Promise<string> {
  const team = await makeTeam(stack.sql);
  const { workspaceId, members } = team;
  for (let nth = 0; nth < 2; nth++) await makeBooking(stack.sql, team, { hostId: members.owner.userId });
  await deleteWorkspace(stack.sql, { workspaceId, slug: team.slug }, BY);
  flowClientOf(stack).signal('workspaceErasure', { id: workspaceId, workspaceId }, 'changed');
  const handle = stack.client.workflow.getHandle(flowId('workspaceErasure', workspaceId));
  await eventually('its flow waits', async () => {
    const history = await handle.fetchHistory().catch(() => undefined);
    return history?.events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes) ?? false;
  });
  return workspaceId;
}

const letDayCome = (stack: Stack, id: string) =>
  stack.sql`update workspaces set erase_at = clock_timestamp() - interval '1 second' where id = ${id}`;

const nudge = (stack: Stack, id: string): Promise<void> =>
  stack.client.workflow.getHandle(flowId('workspaceErasure', id)).signal(flows.workspaceErasure.signals.nudge);

/** Every path through the flow of a deleted workspace. Each has a history in test/histories/workspace-erasure, by its name. */
export const erasurePaths: readonly ErasurePath[] = [
  {
    name: 'erased',
    ends: 'erased',
    walk: async (stack) => {
      const id = await deleted(stack);
      await letDayCome(stack, id);
      await nudge(stack, id);
      return id;
    },
  },
  {
    name: 'restored',
    ends: 'restored',
    walk: async (stack) => {
      const id = await deleted(stack);
      await restoreWorkspace(stack.sql, id, BY);
      flowClientOf(stack).signal('workspaceErasure', { id, workspaceId: id }, 'changed');
      return id;
    },
  },
  {
    name: 'restored-and-deleted-again',
    ends: 'erased',
    walk: async (stack) => {
      const id = await deleted(stack);
      await restoreWorkspace(stack.sql, id, BY);
      await stack.sql`update workspaces set erase_at = clock_timestamp() - interval '1 second' where id = ${id}`;
      await nudge(stack, id);
      return id;
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'erased',
    walk: async (stack) => {
      const { workspaceId, slug } = await makeTeam(stack.sql);
      await deleteWorkspace(stack.sql, { workspaceId, slug }, BY);
      await letDayCome(stack, workspaceId);
      await stack.client.workflow.signalWithStart('workspaceErasure', {
        workflowId: flowId('workspaceErasure', workspaceId),
        taskQueue: stack.taskQueue,
        args: [{ workspaceId }],
        signal: flows.workspaceErasure.signals.nudge,
      });
      return workspaceId;
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { workspaceErasure: erasurePaths };
