import { readdir, readFile } from 'node:fs/promises';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { type Replayed, replay } from '../../workers/replay.ts';
import { bundlePath } from '../support/stack/database.ts';
import { signInPaths, trialPaths } from './account-paths.ts';
import { bookingPaths } from './booking-paths.ts';
import { devicePaths } from './device-paths.ts';
import { CONTINUED } from './histories.ts';
import { hostBookingPaths } from './host-booking-paths.ts';
import { invitationPaths, removalPaths } from './member-paths.ts';

const FOLDER = new URL('../histories/', import.meta.url);
/** A folder of histories for each flow. */
const flows = await readdir(FOLDER);

const read = async (file: string): Promise<HistoryAndWorkflowId> => ({
  workflowId: file,
  history: JSON.parse(await readFile(new URL(file, FOLDER), 'utf8')),
});

const historiesOf = async (flow: string): Promise<string[]> => (await readdir(new URL(flow, FOLDER))).sort();

async function replayAll(histories: readonly HistoryAndWorkflowId[]): Promise<Replayed[]> {
  const results: Replayed[] = [];
  for await (const result of replay(bundlePath(), histories)) results.push(result);
  return results;
}

describe("today's code", () => {
  it.each(flows)('does what every committed history of %s says', async (flow) => {
    const files = (await historiesOf(flow)).map((file) => `${flow}/${file}`);
    const results = await replayAll(await Promise.all(files.map(read)));
    expect(results.filter(({ divergence }) => divergence !== null)).toEqual([]);
    expect(results).toHaveLength(files.length);
  });

  it('is told apart from a history in which something else happened', async () => {
    const { workflowId, history } = await read('booking/canceled.json');
    const text = JSON.stringify(history).replaceAll('"announce"', '"shout"');
    const [result] = await replayAll([{ workflowId, history: JSON.parse(text) }]);
    expect(result?.divergence).toMatch(/announce/);
  });
});

it.each([
  ['booking', [...bookingPaths, ...hostBookingPaths, { name: CONTINUED }]],
  ['device-authorization', devicePaths],
  ['sign-in', signInPaths],
  ['trial', trialPaths],
  ['invitation', invitationPaths],
  ['member-removal', removalPaths],
])('has a history of every path of %s', async (flow, paths) => {
  expect(await historiesOf(flow)).toEqual(paths.map(({ name }) => `${name}.json`).sort());
});
