import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { removalPaths } from './member-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);

describe('the flow of a member who leaves', () => {
  it.each(removalPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const [row] = await stack.sql`
      select status, moved, canceled from member_removals where id = ${handle.workflowId.replace('member-removal/', '')}`;
    expect(row).toEqual({ status: ends, moved: name === 'handed-over' ? 2 : 0, canceled: name === 'canceled' ? 2 : 0 });
    await keepHistory('member-removal', name, handle);
  });
});
