import { createAccountFlows } from '../../api/flows/account-flows.ts';
import type { LinkMailEnd, TrialEnd } from '../../domain/accounts/accounts.ts';
import {
  SIGN_IN_WORKFLOW,
  signInMessages,
  signInWorkflowId,
  TRIAL_WORKFLOW,
  trialMessages,
  trialWorkflowId,
} from '../../workflows/messages.ts';
import { storeLink, storeTrial } from '../support/factories/accounts.ts';
import type { Stack } from '../support/stack/stack.ts';

const flowsOf = (stack: Stack) => {
  const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
  return createAccountFlows({ client: async () => stack.client, taskQueue: stack.taskQueue, log: log as never });
};

interface AccountPath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

let links = 0;
const newAddress = (domain: string): string => `link-${++links}@${domain}`;

/** Every way through the flow of a magic link. Each has a history in test/histories/sign-in, by its name. */
export const signInPaths: readonly AccountPath<LinkMailEnd>[] = [
  {
    name: 'mailed',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      flowsOf(stack).mailLink(id);
      return signInWorkflowId(id);
    },
  },
  {
    name: 'mailed-when-the-provider-is-back',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('slow.test'));
      flowsOf(stack).mailLink(id);
      return signInWorkflowId(id);
    },
  },
  {
    name: 'refused-by-the-provider',
    ends: 'undeliverable',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('refuses.test'));
      flowsOf(stack).mailLink(id);
      return signInWorkflowId(id);
    },
  },
  {
    name: 'too-late-to-mail',
    ends: 'late',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      await stack.sql`update sign_in_links set expires_at = clock_timestamp() where id = ${id}`;
      flowsOf(stack).mailLink(id);
      return signInWorkflowId(id);
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      await stack.client.workflow.signalWithStart(SIGN_IN_WORKFLOW, {
        workflowId: signInWorkflowId(id),
        taskQueue: stack.taskQueue,
        args: [{ linkId: id }],
        signal: signInMessages.nudge,
      });
      return signInWorkflowId(id);
    },
  },
];

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
  flowsOf(stack).watchTrial(id);
  await waits(stack, trialWorkflowId(id));
  return { id, workflowId: trialWorkflowId(id) };
}

const letTrialPass = (stack: Stack, id: string) =>
  stack.sql`update workspaces set trial_ends_at = clock_timestamp() - interval '2 minutes' where id = ${id}`;

const signal = (stack: Stack, workflowId: string, name: string): Promise<void> =>
  stack.client.workflow.getHandle(workflowId).signal(name);

/** Every way through the flow of a trial. Each has a history in test/histories/trial, by its name. */
export const trialPaths: readonly AccountPath<TrialEnd>[] = [
  {
    name: 'ended',
    ends: 'ended',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await letTrialPass(stack, id);
      await signal(stack, workflowId, trialMessages.nudge);
      return workflowId;
    },
  },
  {
    name: 'looked-at-then-ended-by-its-timer',
    ends: 'ended',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await stack.sql`update workspaces set trial_ends_at = clock_timestamp() + interval '1 second' where id = ${id}`;
      await signal(stack, workflowId, trialMessages.nudge);
      return workflowId;
    },
  },
  {
    name: 'converted',
    ends: 'converted',
    walk: async (stack) => {
      const { id, workflowId } = await beginTrial(stack);
      await stack.sql`update workspaces set plan = 'plus', subscription_status = 'active' where id = ${id}`;
      await signal(stack, workflowId, trialMessages.subscribed);
      return workflowId;
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'ended',
    walk: async (stack) => {
      const id = await storeTrial(stack);
      await letTrialPass(stack, id);
      await stack.client.workflow.signalWithStart(TRIAL_WORKFLOW, {
        workflowId: trialWorkflowId(id),
        taskQueue: stack.taskQueue,
        args: [{ workspaceId: id }],
        signal: trialMessages.nudge,
      });
      return trialWorkflowId(id);
    },
  },
];
