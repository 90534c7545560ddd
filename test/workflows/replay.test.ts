import { readdir, readFile } from 'node:fs/promises';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { type Replayed, replay } from '../../workers/replay.ts';
import type { FlowName } from '../../workflows/catalogue.ts';
import { bundlePath } from '../support/stack/database.ts';
import { trialPaths } from './account-paths.ts';
import { checkoutPaths, subscriptionPaths } from './billing-paths.ts';
import { bookingPaths } from './booking-paths.ts';
import { calendarEventPaths } from './calendar-event-paths.ts';
import { calendarPaths } from './calendar-paths.ts';
import { devicePaths } from './device-paths.ts';
import { erasurePaths } from './erasure-paths.ts';
import { CONTINUED, HOST_MAILED_LATER, historyFolder, REMINDED_BESIDE } from './histories.ts';
import { hostBookingPaths } from './host-booking-paths.ts';
import { identityPaths } from './identity-paths.ts';
import { mailPaths } from './mail-paths.ts';
import { removalPaths } from './member-paths.ts';
import { nativeClaimPaths } from './native-paths.ts';
import { GIVEN_UP, prepPaths } from './prep-paths.ts';
import { webhookPaths } from './webhook-paths.ts';
import { unclaimedPaths, workspaceClaimPaths } from './workspace-paths.ts';

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

/** By the workflow's name. A flow without paths does not compile. */
const paths: Readonly<Record<FlowName, readonly { readonly name: string }[]>> = {
  booking: [
    ...bookingPaths,
    ...hostBookingPaths,
    ...calendarEventPaths,
    { name: CONTINUED },
    { name: REMINDED_BESIDE },
    { name: HOST_MAILED_LATER },
  ],
  deviceAuthorization: devicePaths,
  nativeClaim: nativeClaimPaths,
  trial: trialPaths,
  workspaceClaim: workspaceClaimPaths,
  unclaimedWorkspace: unclaimedPaths,
  workspaceErasure: erasurePaths,
  mail: mailPaths,
  memberRemoval: removalPaths,
  calendarSync: [...calendarPaths, { name: CONTINUED }],
  checkout: checkoutPaths,
  subscription: subscriptionPaths,
  agentIdentity: identityPaths,
  webhookDelivery: webhookPaths,
  prepPack: [...prepPaths, { name: GIVEN_UP }],
};

it.each(Object.entries(paths))('has a history of every path of %s', async (flow, walked) => {
  expect(await historiesOf(historyFolder(flow))).toEqual(walked.map(({ name }) => `${name}.json`).sort());
});
