import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowId } from '../../workflows/catalogue.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { erasurePaths } from './erasure-paths.ts';
import { keepHistory } from './histories.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());

describe('the flow of a deleted workspace', () => {
  it.each(erasurePaths)('$name', async ({ name, ends, walk }) => {
    const id = await walk(stack);
    const handle = await startedFlow(stack.client, flowId('workspaceErasure', id));
    expect(await handle.result()).toBe(ends);
    const rows = await stack.sql`select erase_at from workspaces where id = ${id}`;
    expect(rows).toEqual(ends === 'restored' ? [{ erase_at: null }] : []);
    await keepHistory('workspace-erasure', name, handle);
  });
});
