import {
  continueAsNew,
  isCancellation,
  proxyActivities,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { PrepActivities } from '../activities/prep/prep-pack.ts';
import type { MAX_LOOK_UP_MS, MAX_TRY_MS, PrepAdvance, PrepEnd } from '../domain/prep/pack-state.ts';
import { flows, lookUpsQueue } from './catalogue.ts';
import { showDetails } from './details.ts';
import { durableActivities, followRow, type Look } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { advancePrep, giveUpLookUp } = durableActivities<PrepActivities>();

/** After ten minutes without the database or a worker, the pack is made without the look-up. */
const lookUps = () =>
  proxyActivities<PrepActivities>({
    taskQueue: lookUpsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: 60_000 satisfies typeof MAX_TRY_MS,
    scheduleToCloseTimeout: 600_000 satisfies typeof MAX_LOOK_UP_MS,
    // A worker that was killed is noticed after this time.
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 seconds' },
  });

/** If the mail provider is unavailable for longer, the sweep nudges the flow again until the meeting begins. */
const mail = proxyActivities<PrepActivities>({
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '2 minutes' },
});

/**
 * A booking's prep pack, until its meeting is over: looks up the guest's company once, makes the pack, makes it again when the booking or the
 * host's notes change, and mails it to the hosts before the meeting. The row decides what is due. No source can stop it: a failed part is left out.
 */
export async function prepPack({ bookingId }: { readonly bookingId: string }): Promise<PrepEnd> {
  const publish = statusPublisher();
  const run = async (): Promise<Look<PrepEnd>> => {
    for (;;) {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof prepPack>({ bookingId });
      const stepped = await step(bookingId, publish);
      if (stepped !== 'again') return stepped;
    }
  };
  return followRow(flows.prepPack.signals, run, { isReopened: true });
}

const WAITS = {
  mail: 'waiting for the time of the mail',
  retry: 'waiting for a retry of the look-up',
  end: 'waiting for the end of the meeting',
} as const;

/** All steps that need the database alone are one local activity. */
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

/** false: the mail did not leave. */
async function mailHosts(bookingId: string): Promise<boolean> {
  showDetails('The pack is made. It is being mailed to the hosts.');
  try {
    await mail.mailPack.executeWithOptions({ summary: 'mail the hosts' }, [bookingId]);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    showDetails('The mail to the hosts did not leave. It is retried. Check that the mail provider answers.');
    return false;
  }
}

/** Shows operators what the flow does. The search attribute is written when it changes: each write costs Temporal one of its own. */
function statusPublisher(): (next: PrepAdvance) => void {
  let shown: string | undefined;
  return (next) => {
    if (next.next === 'again') return;
    const state = next.next === 'end' ? next.end : next.next === 'look up' ? 'making' : 'made';
    showDetails(DETAILS[state === 'made' && 'waitsFor' in next ? next.waitsFor : state] ?? `Ended: ${state}.`);
    if (state !== shown) upsertSearchAttributes([{ key: searchAttributes.flowState, value: state }]);
    shown = state;
  };
}

const DETAILS: Readonly<Record<string, string>> = {
  making: 'The pack is being made.',
  mail: 'The pack is made. Waiting for the time of the mail.',
  retry: 'The pack is made, without what the look-up should find. Waiting for a retry.',
  end: 'The pack is made. Waiting for the end of the meeting.',
};
