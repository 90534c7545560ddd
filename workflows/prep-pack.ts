import {
  continueAsNew,
  isCancellation,
  proxyActivities,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { PrepActivities } from '../activities/prep/prep-pack.ts';
import type { PrepEnd, PrepStanding } from '../domain/prep/prep-standing.ts';
import { flows, lookUpsQueue } from './catalogue.ts';
import { showDetails } from './details.ts';
import { durableActivities, followRow, type Look } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { readPrepStanding, beginPrep, makePack, giveUpLookUp } = durableActivities<PrepActivities>();

/** Sites that hang take half a minute at most. After ten minutes, with the database or all workers away, the pack is made without. */
const lookUps = () =>
  proxyActivities<PrepActivities>({
    taskQueue: lookUpsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: '10 minutes',
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
  const look = async (): Promise<Look<PrepEnd>> => {
    for (;;) {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof prepPack>({ bookingId });
      const standing = await readPrepStanding(bookingId);
      publishStatus(standing);
      if (standing.stage === 'over') return { end: standing.end };
      if (standing.isDue) await make(bookingId);
      else if (!standing.isMailDue || !(await mailHosts(bookingId)))
        return { waitMs: standing.waitMs, waitsFor: WAITS[standing.waitsFor] };
    }
  };
  return followRow(flows.prepPack.signals, look, { isReopened: true });
}

const WAITS = { mail: 'waiting for the time of the mail', end: 'waiting for the end of the meeting' } as const;

async function make(bookingId: string): Promise<void> {
  const begin = await beginPrep(bookingId);
  if (begin.next === 'look up') {
    try {
      const words = { summary: `look-up ${begin.attempt} of the company` };
      await lookUps().lookUpCompany.executeWithOptions(words, [bookingId, begin.attempt]);
    } catch (error) {
      if (isCancellation(error)) throw error;
      await giveUpLookUp(bookingId, begin.attempt);
    }
  }
  await makePack(bookingId);
}

/** false: it did not leave. */
async function mailHosts(bookingId: string): Promise<boolean> {
  try {
    await mail.mailPack.executeWithOptions({ summary: 'mail the hosts' }, [bookingId]);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    showDetails('The mail to the hosts did not leave. It is tried again. Check that the mail provider answers.');
    return false;
  }
}

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
