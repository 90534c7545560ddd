import {
  continueAsNew,
  isCancellation,
  proxyActivities,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { CalendarSyncActivities } from '../activities/calendars/sync.ts';
import type { CalendarSyncState, SyncEnd } from '../domain/calendars/sync-state.ts';
import { backgroundQueue, flows } from './catalogue.ts';
import { showDetails } from './details.ts';
import { durableActivities, followRow, type Look } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { readSyncStanding, noteFailedWork } = durableActivities<CalendarSyncActivities>();

type Connected = Extract<CalendarSyncState, { stage: 'connected' }>;

/**
 * A calendar connection: reads what has changed, keeps the provider's channels open, and takes our access back once the person
 * disconnects. The row says what is due; pushes write there first. No token and no event enters this flow.
 */
export async function calendarSync({ connectionId }: { readonly connectionId: string }): Promise<SyncEnd> {
  const keeping = new Keeping(connectionId);
  let shown = '';
  return followRow(flows.calendarSync.signals, async (): Promise<Look<SyncEnd>> => {
    for (;;) {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof calendarSync>({ connectionId });
      const state = await readSyncStanding(connectionId);
      shown = publishStatus(state, shown);
      if (state.stage === 'over') return { end: state.end };
      const step = stepOf(state);
      if (step === null) return restOf(state as Connected, keeping);
      await carryOut(step, connectionId);
    }
  });
}

/** A page that breaks our code must not keep the flow from seeing a disconnect. */
const TRIED_SHORTLY = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '1 minute',
  maximumAttempts: 3,
} as const;
/** Work for which the person waits is tried for a day. */
const TRIED_FOR_A_DAY = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 minutes' } as const;

type Step = 'syncConnection' | 'renewChannels' | 'disconnect' | 'mailReconnect';

/** Work that takes long or calls others, on the queue of which no guest waits for an answer. */
function backgroundWork(step: Step) {
  const isPatient = step === 'disconnect' || step === 'mailReconnect';
  const activities = proxyActivities<CalendarSyncActivities>({
    taskQueue: backgroundQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '15 minutes',
    // A worker that was killed is noticed after this time; another goes on from the last page.
    heartbeatTimeout: '15 seconds',
    ...(isPatient ? { scheduleToCloseTimeout: '1 day', retry: TRIED_FOR_A_DAY } : { retry: TRIED_SHORTLY }),
  });
  return activities[step];
}

const SUMMARIES: Readonly<Record<Step, string>> = {
  syncConnection: 'read what has changed',
  renewChannels: 'keep the channels open',
  disconnect: 'take our access back',
  mailReconnect: 'mail the person',
};

/** null: nothing is due. */
function stepOf(state: Exclude<CalendarSyncState, { stage: 'over' }>): Step | null {
  if (state.stage === 'leaving') return 'disconnect';
  if (state.stage === 'reconnect') return 'mailReconnect';
  if (state.due === null) return null;
  return state.due === 'channels' ? 'renewChannels' : 'syncConnection';
}

/** An activity that fails for good is noted in the row: the row says when it is tried again. */
async function carryOut(step: Step, connectionId: string): Promise<void> {
  try {
    await backgroundWork(step).executeWithOptions({ summary: SUMMARIES[step] }, [connectionId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    await noteFailedWork(connectionId, step);
  }
}

/** Less than the time between two readings: for what is due later, an activity waits, without a trace in the history. */
const FLOW_WAITS_MS = 60_000;

/** The flow itself waits for work that is due soon, such as after a push. An activity waits for later work. */
function restOf({ waitMs }: Connected, keeping: Keeping): Look<SyncEnd> {
  if (waitMs <= FLOW_WAITS_MS) return { waitMs, waitsFor: 'waiting for a push or the next look' };
  keeping.goOn();
  return { until: () => !keeping.isOn };
}

/**
 * Periodic readings, in one activity that Temporal tries again each time one is due: a reading that finds nothing costs no event, and
 * wakes no flow. It ends once there is something for the flow to do. A push during that time wakes the flow; if the row is then due
 * earlier than this activity knows, the sweep nudges the flow.
 */
class Keeping {
  isOn = false;
  readonly #connectionId: string;

  constructor(connectionId: string) {
    this.#connectionId = connectionId;
  }

  goOn(): void {
    if (this.isOn) return;
    this.isOn = true;
    void this.#read();
  }

  async #read(): Promise<void> {
    const { keepReading } = proxyActivities<CalendarSyncActivities>({
      taskQueue: backgroundQueue(workflowInfo().taskQueue),
      startToCloseTimeout: '15 minutes',
      heartbeatTimeout: '15 seconds',
      // After a worker that was killed, or a fault. Without one, the activity says itself when it is tried again.
      retry: { initialInterval: '5 seconds', backoffCoefficient: 1 },
    });
    try {
      await keepReading.executeWithOptions({ summary: 'read each time it is due' }, [this.#connectionId]);
    } catch {
      // A canceled flow ends in its main function.
    }
    this.isOn = false;
  }
}

/** @param shown the attributes that are shown already: the same ones again would be an event @returns those that are shown now */
function publishStatus(state: CalendarSyncState, shown: string): string {
  showDetails(inWords(state));
  const { flowState, hostId } = searchAttributes;
  const attributes = [
    { key: flowState, value: state.stage === 'over' ? state.end : state.stage },
    ...(state.stage === 'over' ? [] : [{ key: hostId, value: state.userId }]),
  ];
  const latest = attributes.map(({ value }) => value).join();
  if (latest !== shown) upsertSearchAttributes(attributes);
  return latest;
}

const ENDS: Readonly<Record<SyncEnd, string>> = {
  disconnected: 'Over: disconnected. The tokens are gone.',
  reconnect:
    'Over for now: the provider refuses our access, and the person knows. Connecting again starts this flow again.',
  'unknown connection': 'Over: there is no such connection any more.',
};

function inWords(state: CalendarSyncState): string {
  if (state.stage === 'over') return ENDS[state.end];
  if (state.stage === 'leaving') return 'Disconnected. Taking our access back at the provider.';
  if (state.stage === 'reconnect') return 'The provider refuses our access. Mailing the person.';
  const { calendarCount, syncedAtMs, pushUntilMs, nextAtMs, failures } = state;
  return [
    syncedAtMs === null ? 'Not read yet.' : `Read ${counted(calendarCount)} at ${instant(syncedAtMs)}.`,
    failures === 0 ? '' : `The last ${failures === 1 ? 'reading' : `${failures} readings`} failed; the row says why.`,
    pushUntilMs === null ? 'No pushes.' : `Pushes until ${instant(pushUntilMs)}.`,
    `Looks again at ${instant(nextAtMs)}. The activity keepReading says it too: the later of the two times counts.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const counted = (calendars: number): string => `${calendars} ${calendars === 1 ? 'calendar' : 'calendars'}`;
const instant = (ms: number): string => new Date(ms).toISOString();
