import type { SearchAttributePair } from '@temporalio/common';
import { searchAttributes } from './search-attributes.ts';

/** The row that a flow follows. `workspaceId` is null while the row belongs to no workspace. */
export interface FlowRow {
  readonly id: string;
  readonly workspaceId: string | null;
  /** The booking that a row of another kind is about, if the starter knows it. */
  readonly bookingId?: string | null;
}

/** All that the API, the sweep and the workers know about a flow. Ids and names of messages are in histories: never renamed. */
interface FlowRecord {
  /** The flow of row `id` has the workflow id `<idPrefix>/<id>`. */
  readonly idPrefix: string;
  /** What the workflow starts with: ids and durations. */
  readonly input: (id: string) => object;
  /** Signals carry nothing: the flow reads its row. `nudge` is the one that the sweep sends. */
  readonly signals: { readonly nudge: 'nudge' } & Readonly<Record<string, string>>;
  /** Updates carry the id of a stored attempt, or a number. */
  readonly updates?: Readonly<Record<string, string>>;
  /** What operators read in Temporal's list of flows. */
  readonly summary: (id: string) => string;
  /** What operators search by from the start; the workflow sets the rest. Default: the workspace. */
  readonly attributes?: (row: FlowRow) => SearchAttributePair[];
  /** Whether a start or a signal of the API starts a new run where one has completed. Default: it does. The sweep always may. */
  readonly idReusePolicy?: 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY';
}

const ofBooking = ({ bookingId }: FlowRow): SearchAttributePair[] =>
  bookingId ? [{ key: searchAttributes.bookingId, value: bookingId }] : [];

const ofWorkspace = ({ workspaceId }: FlowRow): SearchAttributePair[] =>
  workspaceId === null ? [] : [{ key: searchAttributes.workspaceId, value: workspaceId }];

/**
 * Every flow that follows a row. The API's flow client, the sweep, the workers and the tests read it. A workflow of index.ts without a
 * record here does not compile (test/workflows/catalogue.test.ts).
 */
export const flows = {
  booking: {
    idPrefix: 'booking',
    // It does not wait for a code: this flow starts late, and reads its row at once.
    input: (bookingId) => ({ bookingId, codeLifetimeMs: 0 }),
    signals: { nudge: 'nudge' },
    updates: {
      requestCode: 'requestCode',
      open: 'open',
      confirm: 'confirm',
      reschedule: 'reschedule',
      cancel: 'cancel',
      decide: 'decide',
      markNoShow: 'markNoShow',
    },
    summary: (id) => `Booking ${id}`,
    attributes: (row) => [{ key: searchAttributes.bookingId, value: row.id }, ...ofWorkspace(row)],
  },
  deviceAuthorization: {
    idPrefix: 'device',
    input: (sessionId) => ({ sessionId }),
    signals: { decided: 'decided', consumed: 'consumed', nudge: 'nudge' },
    summary: (id) => `Device session ${id}`,
    // A late `consumed` must not start the flow of a session that is over.
    idReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  },
  nativeClaim: {
    idPrefix: 'claim',
    input: (claimId) => ({ claimId }),
    signals: { decided: 'decided', claimed: 'claimed', nudge: 'nudge' },
    summary: (id) => `Claim of an agent ${id}`,
    // A late `claimed` must not start the flow of a claim that is over.
    idReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  },
  trial: {
    idPrefix: 'trial',
    input: (workspaceId) => ({ workspaceId }),
    signals: { subscribed: 'subscribed', nudge: 'nudge' },
    summary: (id) => `Trial of ${id}`,
  },
  workspaceClaim: {
    idPrefix: 'workspace-claim',
    input: (claimId) => ({ claimId }),
    signals: { changed: 'changed', nudge: 'nudge' },
    summary: (id) => `Claim of a workspace ${id}`,
  },
  unclaimedWorkspace: {
    idPrefix: 'unclaimed',
    input: (workspaceId) => ({ workspaceId }),
    signals: { nudge: 'nudge' },
    summary: (id) => `Unclaimed workspace ${id}`,
  },
  workspaceErasure: {
    idPrefix: 'workspace-erasure',
    input: (workspaceId) => ({ workspaceId }),
    signals: { changed: 'changed', nudge: 'nudge' },
    summary: (id) => `Erasure of workspace ${id}`,
  },
  mail: {
    idPrefix: 'mail',
    input: (mailId) => ({ mailId }),
    signals: { nudge: 'nudge' },
    summary: (id) => `Mail ${id}`,
  },
  memberRemoval: {
    idPrefix: 'member-removal',
    input: (removalId) => ({ removalId }),
    signals: { nudge: 'nudge' },
    summary: (id) => `Removal of a member ${id}`,
  },
  calendarSync: {
    idPrefix: 'calsync',
    input: (connectionId) => ({ connectionId }),
    // `push`: something is to be read, because a provider or a choice of the host says so.
    signals: { push: 'push', disconnect: 'disconnect', nudge: 'nudge' },
    summary: (id) => `Calendar connection ${id}`,
  },
  checkout: {
    idPrefix: 'checkout',
    input: (intentId) => ({ intentId }),
    signals: { changed: 'changed', nudge: 'nudge' },
    updates: { open: 'open' },
    summary: (id) => `Checkout ${id}`,
  },
  subscription: {
    idPrefix: 'subscription',
    input: (workspaceId) => ({ workspaceId }),
    signals: { changed: 'changed', nudge: 'nudge' },
    summary: (id) => `Subscription of ${id}`,
  },
  agentIdentity: {
    idPrefix: 'identity',
    input: (principalId) => ({ principalId }),
    signals: { verified: 'verified', revoked: 'revoked', nudge: 'nudge' },
    updates: { mailCode: 'mailCode' },
    summary: (id) => `Agent identity ${id}`,
  },
  prepPack: {
    idPrefix: 'prep',
    input: (bookingId) => ({ bookingId }),
    signals: { changed: 'changed', nudge: 'nudge' },
    summary: (id) => `Prep pack of booking ${id}`,
    attributes: (row) => [...ofWorkspace(row), { key: searchAttributes.bookingId, value: row.id }],
  },
  webhookDelivery: {
    idPrefix: 'delivery',
    input: (deliveryId) => ({ deliveryId }),
    signals: { nudge: 'nudge' },
    summary: (id) => `Webhook delivery ${id}`,
    attributes: (row) => [...ofWorkspace(row), ...ofBooking(row)],
    // A row that waits has no flow; each turn starts a run.
  },
} as const satisfies Readonly<Record<string, FlowRecord>>;

/** The queue of activities that no guest waits for and that call others: a worker polls it beside its own. */
export const backgroundQueue = (taskQueue: string): string => `${taskQueue}-background`;

/** The queue of activities that write bookings into calendars: readings that wait for a provider delay none of them. */
export const calendarEventsQueue = (taskQueue: string): string => `${taskQueue}-calendar-events`;

/**
 * The queue of activities that ask the payment provider: one that hangs delays neither mails nor calendars, and ten thousand looks that are
 * due at once delay no booking.
 */
export const paymentsQueue = (taskQueue: string): string => `${taskQueue}-payments`;

/** The queue of activities that ask public sites about guests' companies: one that hangs delays neither mails nor calendars. */
export const lookUpsQueue = (taskQueue: string): string => `${installationQueue(taskQueue)}-look-ups`;

const PACKS = '-packs';

/** The queue of flows of packs, and of their mails: thousands whose time comes at once stand behind each other there, and no guest behind them. */
export const packsQueue = (taskQueue: string): string => `${taskQueue}${PACKS}`;

/** The queue of flows of webhook deliveries, and of what they send: receivers that hang delay nobody else. */
export const webhooksQueue = (taskQueue: string): string => `${taskQueue}-webhooks`;

/** Pack flows that began before they had a queue of their own are on the installation's (docs/decisions/prep.md#flow-and-queue). */
const installationQueue = (taskQueue: string): string =>
  taskQueue.endsWith(PACKS) ? taskQueue.slice(0, -PACKS.length) : taskQueue;

/** The queue on which flows of this name start. */
function queueOfFlow(name: FlowName, taskQueue: string): string {
  if (name === 'prepPack') return packsQueue(taskQueue);
  return name === 'webhookDelivery' ? webhooksQueue(taskQueue) : taskQueue;
}

/** All queues on which flows of this name run: also those that began before the name had its own. */
export const queuesOfFlow = (name: FlowName, taskQueue: string): readonly string[] => [
  ...new Set([taskQueue, queueOfFlow(name, taskQueue)]),
];

/** The workflow's type in Temporal. It is in histories: never renamed. */
export type FlowName = keyof typeof flows;

/** The names of a flow's signals. */
export type FlowSignal<Name extends FlowName> = keyof (typeof flows)[Name]['signals'];

/** The workflow id of a row's flow. */
export const flowId = (name: FlowName, id: string): string => `${flows[name].idPrefix}/${id}`;

/** How the flow of a row is started, by the API or by the sweep. @param taskQueue the installation's */
export function flowStart(name: FlowName, row: FlowRow, taskQueue: string) {
  const { input, summary, attributes = ofWorkspace }: FlowRecord = flows[name];
  return {
    taskQueue: queueOfFlow(name, taskQueue),
    workflowId: flowId(name, row.id),
    args: [input(row.id)],
    staticSummary: summary(row.id),
    typedSearchAttributes: attributes(row),
  };
}

/** Whether the API may start the flow of a row again once it has completed. */
export function idReusePolicyOf(name: FlowName): NonNullable<FlowRecord['idReusePolicy']> {
  const { idReusePolicy = 'ALLOW_DUPLICATE' }: FlowRecord = flows[name];
  return idReusePolicy;
}
