import { readdir, readFile } from 'node:fs/promises';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { type Replayed, replay } from '../../workers/replay.ts';
import { flows as catalogue, type FlowName } from '../../workflows/catalogue.ts';
import { bundlePath } from '../support/stack/database.ts';
import { CONTINUED, HOST_MAILED_LATER, historyFolder, REMINDED_BESIDE } from './histories.ts';
import { GIVEN_UP } from './prep-paths.ts';

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

  it('differs from a history in which something else happened', async () => {
    const { workflowId, history } = await read('booking/canceled.json');
    const text = JSON.stringify(history).replaceAll('"announce"', '"shout"');
    const [result] = await replayAll([{ workflowId, history: JSON.parse(text) }]);
    expect(result?.divergence).toMatch(/announce/);
  });
});

type Paths = Partial<Record<FlowName, readonly { readonly name: string }[]>>;

/** Histories that no path records: what continued as new, and what older code did. */
const others: Paths = {
  booking: [{ name: CONTINUED }, { name: REMINDED_BESIDE }, { name: HOST_MAILED_LATER }],
  calendarSync: [{ name: CONTINUED }],
  prepPack: [{ name: GIVEN_UP }],
};

/** Returns the names of the paths of each flow: `recorded` of each file `*-paths.ts` in this folder. */
async function recordedPaths(): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const add = (paths: Paths) => {
    for (const [flow, list] of Object.entries(paths))
      names.set(flow, [...(names.get(flow) ?? []), ...list.map(({ name }) => name)]);
  };
  const files = (await readdir(new URL('.', import.meta.url))).filter((name) => name.endsWith('-paths.ts'));
  for (const file of files) add(((await import(/* @vite-ignore */ `./${file}`)) as { recorded: Paths }).recorded);
  add(others);
  return names;
}
const paths = await recordedPaths();

it.each(Object.keys(catalogue))('has a history of every path of %s', async (flow) => {
  const names = paths.get(flow) ?? [];
  expect(names.length).toBeGreaterThan(0);
  expect(await historiesOf(historyFolder(flow))).toEqual(names.map((name) => `${name}.json`).sort());
});
