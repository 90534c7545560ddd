import type { TrialEnd } from '../../domain/billing/trial.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { storeTrial } from '../support/factories/accounts.ts';
import { eventually } from '../support/factories/meeting.ts';
import type { Stack } from '../support/stack/stack.ts';

interface AccountPath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

/** The flow of a trial waits for its end. */
async function waits(stack: Stack, workflowId: string): Promise<void> {
  for (;;) {
    const history = await stack.client.workflow
      .getHandle(workflowId)
      .fetchHistory()
      .catch(() => undefined);
    if (history?.events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function beginTrial(stack: Stack): Promise<{ readonly id: string; readonly workflowId: string }> {
  const id = await storeTrial(stack);
  flowClientOf(stack).start('trial', { id, workspaceId: id });
  await waits(stack, flowId('trial', id));
  return { id, workflowId: flowId('trial', id) };
}

const letTrialPass = (stack: Stack, id: string) =>
  stack.sql`update workspaces set trial_ends_at = clock_timestamp() - interval '2 minutes' where id = ${id}`;

const signal = (stack: Stack, workflowId: string, name: string): Promise<void> =>
  stack.client.workflow.getHandle(workflowId).signal(name);

/** Every path through the flow of a trial. Each has a history in test/histories/trial, by its name. */
export const trialPaths: readonly AccountPath<TrialEnd>[] = [
  {
    name: 'ended',
    ends: 'ended',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await letTrialPass(stack, id);
      await signal(stack, workflowId, flows.trial.signals.nudge);
      return workflowId;
    },
  },
  {
    name: 'looked-at-then-ended-by-its-timer',
    ends: 'ended',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await stack.sql`update workspaces set trial_ends_at = clock_timestamp() + interval '1 second' where id = ${id}`;
      await signal(stack, workflowId, flows.trial.signals.nudge);
      return workflowId;
    },
  },
  {
    name: 'reminded-then-ended',
    ends: 'ended',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await stack.sql`update workspaces set trial_ends_at = clock_timestamp() + interval '71 hours' where id = ${id}`;
      await signal(stack, workflowId, flows.trial.signals.nudge);
      await eventually('the reminder', async () => {
        const [row] = await stack.sql`select 1 from workspaces where id = ${id} and trial_reminded_at is not null`;
        return row !== undefined;
      });
      await letTrialPass(stack, id);
      await signal(stack, workflowId, flows.trial.signals.nudge);
      return workflowId;
    },
  },
  {
    name: 'converted',
    ends: 'converted',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await stack.sql`update workspaces set plan = 'plus', subscription_status = 'active' where id = ${id}`;
      await signal(stack, workflowId, flows.trial.signals.subscribed);
      return workflowId;
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'ended',
    walk: async (stack) => {
      const id = await storeTrial(stack);
      await letTrialPass(stack, id);
      await stack.client.workflow.signalWithStart('trial', {
        workflowId: flowId('trial', id),
        taskQueue: stack.taskQueue,
        args: [{ workspaceId: id }],
        signal: flows.trial.signals.nudge,
      });
      return flowId('trial', id);
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { trial: trialPaths };
