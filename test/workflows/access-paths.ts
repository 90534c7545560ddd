import { v7 as uuidv7 } from 'uuid';
import { createFlowClient } from '../../api/flows/flow-client.ts';
import type { AccessNoticeEnd } from '../../domain/access/new-access.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { storeNotice } from '../support/factories/access-notices.ts';
import type { Stack } from '../support/stack/stack.ts';

export const flowClientOf = (stack: Stack) => {
  const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
  return createFlowClient({ client: async () => stack.client, taskQueue: stack.taskQueue, log: log as never });
};

interface AccessPath<End> {
  readonly name: string;
  readonly ends: End;
  /** Answers the id of the flow. */
  walk(stack: Stack): Promise<string>;
}

const noticed = async (stack: Stack, domain: string, mailsToday = 0): Promise<string> => {
  const { id, workspaceId } = await storeNotice(stack, { email: `told-${uuidv7().slice(-12)}@${domain}`, mailsToday });
  // Past the day's mails it is settled when it is noted; a flow that comes all the same decides again.
  await stack.sql`update access_notices set settled_at = null where id = ${id}`;
  flowClientOf(stack).start('accessNotice', { id, workspaceId });
  return flowId('accessNotice', id);
};

/** Every path through the flow of a notice. Each has a history in test/histories/access-notice, by its name. */
export const accessNoticePaths: readonly AccessPath<AccessNoticeEnd>[] = [
  { name: 'mailed', ends: 'mailed', walk: (stack) => noticed(stack, 'new.test') },
  { name: 'mailed-when-the-provider-is-back', ends: 'mailed', walk: (stack) => noticed(stack, 'slow.test') },
  { name: 'refused-by-the-provider', ends: 'undeliverable', walk: (stack) => noticed(stack, 'refuses.test') },
  { name: 'the-last-of-the-day', ends: 'mailed', walk: (stack) => noticed(stack, 'new.test', 20) },
  { name: 'left-out', ends: 'left_out', walk: (stack) => noticed(stack, 'new.test', 21) },
  {
    name: 'the-person-is-gone',
    ends: 'gone',
    walk: async (stack) => {
      const { id, workspaceId, userId } = await storeNotice(stack, { email: `gone-${uuidv7().slice(-12)}@new.test` });
      await stack.sql`delete from access_notices where user_id = ${userId}`;
      flowClientOf(stack).start('accessNotice', { id, workspaceId });
      return flowId('accessNotice', id);
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'mailed',
    walk: async (stack) => {
      const { id } = await storeNotice(stack, { email: `swept-${uuidv7().slice(-12)}@new.test` });
      await stack.client.workflow.signalWithStart('accessNotice', {
        workflowId: flowId('accessNotice', id),
        taskQueue: stack.taskQueue,
        args: [{ noticeId: id }],
        signal: flows.accessNotice.signals.nudge,
      });
      return flowId('accessNotice', id);
    },
  },
];
