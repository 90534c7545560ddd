import {
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { PrepActivities } from '../activities/prep/prep-pack.ts';
import type {
  LONGEST_LOOK_UP_MS,
  LONGEST_TRY_MS,
  PrepAdvance,
  PrepEnd,
  PrepStanding,
} from '../domain/prep/prep-standing.ts';
import { flows, lookUpsQueue } from './catalogue.ts';
import { showDetails } from './details.ts';
import { durableActivities, followRow, type Look } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { advancePrep, readPrepStanding, beginPrep, makePack, giveUpLookUp } = durableActivities<PrepActivities>();

/** After ten minutes, with the database or all workers away, the pack is made without. */
const lookUps = () =>
  proxyActivities<PrepActivities>({
    taskQueue: lookUpsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: 60_000 satisfies typeof LONGEST_TRY_MS,
    scheduleToCloseTimeout: 600_000 satisfies typeof LONGEST_LOOK_UP_MS,
    // A worker that was killed is noticed after this time.
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 seconds' },
  });

/** A mail provider that is away for longer: the sweep nudges the flow again, until the meeting begins. */
const mail = proxyActivities<PrepActivities>({
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '2 minutes' },
});

/**
 * A booking's prep pack, until its meeting is over: looks up the guest's company once, makes the pack, makes it anew when the booking or the
 * host's notes change, and mails it to the hosts before the meeting. The row says what is due. No source can stop it: what fails is left out.
 */
export async function prepPack({ bookingId }: { readonly bookingId: string }): Promise<PrepEnd> {
  const publish = statusPublisher();
  const look = async (): Promise<Look<PrepEnd>> => {
    for (;;) {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof prepPack>({ bookingId });
      const looked = patched('pack-in-one-step') ? await step(bookingId, publish) : await manySteps(bookingId);
      if (looked !== 'again') return looked;
    }
  };
  return followRow(flows.prepPack.signals, look, { isReopened: true });
}

const WAITS = {
  mail: 'waiting for the time of the mail',
  retry: 'waiting for a further try of the look-up',
  end: 'waiting for the end of the meeting',
} as const;

/** All that the database alone can do is one local activity (docs/decisions/prep.md#flow-and-queue). */
async function step(bookingId: string, publish: (next: PrepAdvance) => void): Promise<Look<PrepEnd> | 'again'> {
  const next = await advancePrep(bookingId);
  publish(next);
  switch (next.next) {
    case 'end':
      return { end: next.end };
    case 'look up':
      await lookUp(bookingId, next.attempt);
      return 'again';
    case 'mail':
      if (await mailHosts(bookingId)) return 'again';
      return { waitMs: next.waitMs, waitsFor: WAITS[next.waitsFor] };
    case 'wait':
      return { waitMs: next.waitMs, waitsFor: WAITS[next.waitsFor] };
    default:
      return 'again';
  }
}

/** As flows did that began before. */
async function manySteps(bookingId: string): Promise<Look<PrepEnd> | 'again'> {
  const standing = await readPrepStanding(bookingId);
  publishStatus(standing);
  if (standing.stage === 'over') return { end: standing.end };
  if (standing.isDue) {
    const begin = await beginPrep(bookingId);
    if (begin.next === 'look up') await lookUp(bookingId, begin.attempt);
    await makePack(bookingId);
    return 'again';
  }
  if (standing.isMailDue && (await mailHosts(bookingId))) return 'again';
  return { waitMs: standing.waitMs, waitsFor: WAITS[standing.waitsFor] };
}

async function lookUp(bookingId: string, attempt: number): Promise<void> {
  showDetails('The company is being looked up. The pack is made after that.');
  try {
    const words = { summary: `look-up ${attempt} of the company` };
    await lookUps().lookUpCompany.executeWithOptions(words, [bookingId, attempt]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    await giveUpLookUp(bookingId, attempt);
  }
}

/** false: it did not leave. */
async function mailHosts(bookingId: string): Promise<boolean> {
  showDetails('The pack is made. It is being mailed to the hosts.');
  try {
    await mail.mailPack.executeWithOptions({ summary: 'mail the hosts' }, [bookingId]);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    showDetails('The mail to the hosts did not leave. It is tried again. Check that the mail provider answers.');
    return false;
  }
}

/** Tells operators what the flow does. The search attribute is written when it changes: each write costs Temporal one of its own. */
function statusPublisher(): (next: PrepAdvance) => void {
  let shown: string | undefined;
  return (next) => {
    if (next.next === 'again') return;
    const state = next.next === 'end' ? next.end : next.next === 'look up' ? 'making' : 'made';
    showDetails(DETAILS[state === 'made' && 'waitsFor' in next ? next.waitsFor : state] ?? `Over: ${state}.`);
    if (state !== shown) upsertSearchAttributes([{ key: searchAttributes.flowState, value: state }]);
    shown = state;
  };
}

const DETAILS: Readonly<Record<string, string>> = {
  making: 'The pack is being made.',
  mail: 'The pack is made. Waiting for the time of the mail.',
  retry: 'The pack is made, without what the look-up should find. Waiting for a further try.',
  end: 'The pack is made. Waiting for the end of the meeting.',
};

function publishStatus(standing: PrepStanding): void {
  if (standing.stage === 'over') {
    showDetails(`Over: ${standing.end}.`);
    upsertSearchAttributes([{ key: searchAttributes.flowState, value: standing.end }]);
    return;
  }
  showDetails(
    standing.isDue
      ? 'The pack is being made.'
      : `The pack is made. ${standing.waitsFor === 'mail' ? 'Waiting for the time of the mail.' : 'Waiting for the end of the meeting.'}`,
  );
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: standing.isDue ? 'making' : 'made' }]);
}
