import { readdir, readFile } from 'node:fs/promises';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { type Replayed, replay } from '../../workers/replay.ts';
import { bundlePath } from '../support/database.ts';
import { bookingPaths } from './booking-paths.ts';
import { CONTINUED, HISTORIES } from './histories.ts';

const read = async (file: string): Promise<HistoryAndWorkflowId> => ({
  workflowId: file,
  history: JSON.parse(await readFile(new URL(file, HISTORIES), 'utf8')),
});

async function replayAll(histories: readonly HistoryAndWorkflowId[]): Promise<Replayed[]> {
  const results: Replayed[] = [];
  for await (const result of replay(bundlePath(), histories)) results.push(result);
  return results;
}

describe("today's code", () => {
  it('does what every committed history of the booking flow says', async () => {
    const files = (await readdir(HISTORIES)).sort();
    const results = await replayAll(await Promise.all(files.map(read)));
    expect(results.filter(({ divergence }) => divergence !== null)).toEqual([]);
    expect(results).toHaveLength(files.length);
  });

  it('is told apart from a history in which something else happened', async () => {
    const { workflowId, history } = await read('canceled.json');
    const text = JSON.stringify(history).replaceAll('"announce"', '"shout"');
    const [result] = await replayAll([{ workflowId, history: JSON.parse(text) }]);
    expect(result?.divergence).toMatch(/announce/);
  });
});

it('has a history of every path', async () => {
  const recorded = await readdir(HISTORIES);
  const names = [...bookingPaths.map(({ name }) => name), CONTINUED];
  expect(recorded.sort()).toEqual(names.map((name) => `${name}.json`).sort());
});
