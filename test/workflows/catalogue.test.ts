import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { waitingRows } from '../../store/ops/sweep.ts';
import { activityFactories, createActivities } from '../../workers/activities.ts';
import { type FlowName, flowId, flowStart, flows, lookUpsQueue, queuesOfFlow } from '../../workflows/catalogue.ts';
import * as exported from '../../workflows/index.ts';
import { historyFolder } from './histories.ts';

const names = Object.keys(flows) as FlowName[];
const OPERATIONAL = ['sweep', 'warmUp'];

/** The workflows that follow a row: all but the sweep and the warm-up of a new worker. */
type FlowFunctions = Omit<typeof exported, 'sweep' | 'warmUp'>;

// Checked by the compiler: each has a record, whose input is what its workflow takes.
flows satisfies { readonly [Name in keyof FlowFunctions]: { input(id: string): Parameters<FlowFunctions[Name]>[0] } };

const row = { id: 'row-id', workspaceId: 'workspace-id' };

it('has every workflow that index.ts exports, and no other', () => {
  expect(Object.keys(exported).sort()).toEqual([...names, ...OPERATIONAL].sort());
});

it('has a query of waiting rows and activities for every flow', () => {
  expect(Object.keys(waitingRows).sort()).toEqual([...names].sort());
  expect(Object.keys(activityFactories).sort()).toEqual([...names, 'sweep'].sort());
});

it.each(names)('has committed histories of %s', async (name) => {
  const folder = new URL(`../histories/${historyFolder(name)}/`, import.meta.url);
  expect((await readdir(folder)).filter((file) => file.endsWith('.json'))).not.toEqual([]);
});

it.each(names)('%s can be started and nudged by the id of its row alone', (name) => {
  const start = flowStart(name, row, 'interactive');
  expect(start.workflowId).toBe(flowId(name, row.id));
  expect(queuesOfFlow(name, 'interactive')).toContain(start.taskQueue);
  expect(start.workflowId).toMatch(/^[a-z-]+\/row-id$/);
  expect(JSON.stringify(start.args)).toContain(row.id);
  // Temporal's limit for a summary is 200 bytes. An id has 36, and the sweep adds text.
  expect(start.staticSummary).toContain(row.id);
  expect(start.staticSummary.length).toBeLessThan(100);
  expect(flows[name].signals.nudge).toBe('nudge');
});

it('starts flows of packs and webhooks apart from those that guests wait for, and no other', () => {
  const apart = names.filter((name) => flowStart(name, row, 'interactive').taskQueue !== 'interactive');
  expect(apart).toEqual(['prepPack', 'webhookDelivery']);
  expect(flowStart('webhookDelivery', row, 'interactive').taskQueue).toBe('interactive-webhooks');
  expect(flowStart('prepPack', row, 'interactive').taskQueue).toBe('interactive-packs');
  // From either of them a flow finds the one queue of look-ups.
  expect(queuesOfFlow('prepPack', 'interactive').map(lookUpsQueue)).toEqual(Array(2).fill('interactive-look-ups'));
});

it('gives each flow its own prefix of workflow ids', () => {
  expect(new Set(names.map((name) => flowId(name, row.id))).size).toBe(names.length);
});

it('registers no two activities by one name', () => {
  const dependencies = {} as Parameters<typeof createActivities>[0];
  const all = Object.values(activityFactories).flatMap((create) => Object.keys(create(dependencies)));
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  expect(Object.keys(createActivities(dependencies, () => {})).sort()).toEqual(all.sort());
});
