import { createFlowClient } from '../../api/flows/flow-client.ts';
import type { AccountMailEnd } from '../../domain/accounts/account-mail.ts';
import type { LinkMailEnd } from '../../domain/accounts/link-mail.ts';
import type { TrialEnd } from '../../domain/billing/trial.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { storeAccountMail, storeLink, storeTrial } from '../support/factories/accounts.ts';
import { eventually } from '../support/factories/meeting.ts';
import type { Stack } from '../support/stack/stack.ts';

const flowClientOf = (stack: Stack) => {
  const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
  return createFlowClient({ client: async () => stack.client, taskQueue: stack.taskQueue, log: log as never });
};

interface AccountPath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

let links = 0;
const newAddress = (domain: string): string => `link-${++links}@${domain}`;

const mailedAbout = async (stack: Stack, domain: string, isLate = false): Promise<string> => {
  const { mailId, changeId } = await storeAccountMail(stack, newAddress(domain));
  if (isLate) await stack.sql`update address_changes set expires_at = clock_timestamp() where id = ${changeId}`;
  flowClientOf(stack).start('accountMail', { id: mailId, workspaceId: null });
  return flowId('accountMail', mailId);
};

/** Every path through the flow of a mail about an account. Each has a history in test/histories/account-mail, by its name. */
export const accountMailPaths: readonly AccountPath<AccountMailEnd>[] = [
  { name: 'mailed', ends: 'mailed', walk: (stack) => mailedAbout(stack, 'new.test') },
  { name: 'mailed-when-the-provider-is-back', ends: 'mailed', walk: (stack) => mailedAbout(stack, 'slow.test') },
  { name: 'refused-by-the-provider', ends: 'undeliverable', walk: (stack) => mailedAbout(stack, 'refuses.test') },
  { name: 'too-late-to-mail', ends: 'late', walk: (stack) => mailedAbout(stack, 'new.test', true) },
  {
    name: 'started-by-the-sweep',
    ends: 'mailed',
    walk: async (stack) => {
      const { mailId } = await storeAccountMail(stack, newAddress('new.test'));
      await stack.client.workflow.signalWithStart('accountMail', {
        workflowId: flowId('accountMail', mailId),
        taskQueue: stack.taskQueue,
        args: [{ mailId }],
        signal: flows.accountMail.signals.nudge,
      });
      return flowId('accountMail', mailId);
    },
  },
];

/** Every path through the flow of a magic link. Each has a history in test/histories/sign-in, by its name. */
export const signInPaths: readonly AccountPath<LinkMailEnd>[] = [
  {
    name: 'mailed',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      flowClientOf(stack).start('signIn', { id, workspaceId: null });
      return flowId('signIn', id);
    },
  },
  {
    name: 'mailed-when-the-provider-is-back',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('slow.test'));
      flowClientOf(stack).start('signIn', { id, workspaceId: null });
      return flowId('signIn', id);
    },
  },
  {
    name: 'refused-by-the-provider',
    ends: 'undeliverable',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('refuses.test'));
      flowClientOf(stack).start('signIn', { id, workspaceId: null });
      return flowId('signIn', id);
    },
  },
  {
    name: 'too-late-to-mail',
    ends: 'late',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      await stack.sql`update sign_in_links set expires_at = clock_timestamp() where id = ${id}`;
      flowClientOf(stack).start('signIn', { id, workspaceId: null });
      return flowId('signIn', id);
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'mailed',
    walk: async (stack) => {
      const id = await storeLink(stack, newAddress('new.test'));
      await stack.client.workflow.signalWithStart('signIn', {
        workflowId: flowId('signIn', id),
        taskQueue: stack.taskQueue,
        args: [{ linkId: id }],
        signal: flows.signIn.signals.nudge,
      });
      return flowId('signIn', id);
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
