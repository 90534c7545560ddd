import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Sql } from 'postgres';
import { type BookingState, bookingStates, type LiveRow, liveAmong, liveRows } from '../../store/ops/live-rows.ts';
import { waitingRows } from '../../store/ops/sweep.ts';
import { workspaceStates } from '../../store/ops/workspace-states.ts';
import type { WaitingQuery } from '../../store/waiting-query.ts';
import { type FlowName, flowId, flows, queuesOfFlow } from '../../workflows/catalogue.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';

/** Flows that are looked at together. */
const AT_ONCE = 20;
/** Ids of flows that are compared with the database in one query. */
const BATCH = 200;

/**
 * - `no_flow`: a row without a running flow. Nothing would happen when its time has come, until the sweep sees it.
 * - `flow_ended`: the flow ended in a way that the row does not know, such as a cancel that a restored database has lost.
 * - `other_state`: row and running flow say different things.
 * - `other_start`: row and running flow have different starts, such as a move that a restored database has lost.
 * - `no_live_row`: a flow runs, but its row is gone or over.
 */
export type DifferenceKind = 'no_flow' | 'flow_ended' | 'other_state' | 'other_start' | 'no_live_row';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly flow: FlowName;
  readonly row: LiveRow;
  readonly workflowId: string;
  /** How the flow ended, in its own word; undefined: it runs, it is gone, or it did not end by itself. */
  readonly end?: string | undefined;
  /** What the row says, and what the flow says: states, ids and times. */
  readonly rowSays: string;
  readonly flowSays: string;
}

/** A row is not live again if somebody ended its flow like this: people were told, or said no, and a new flow would not know. */
const DECIDED_ENDS: Partial<Record<FlowName, readonly string[]>> = {
  booking: ['canceled', 'no_show'],
  // Its hosts would be mailed to prepare for a meeting of which they know that it is canceled.
  prepPack: ['canceled'],
  agentIdentity: ['revoked'],
  nativeClaim: ['refused', 'claimed'],
  workspaceClaim: ['refused', 'accepted'],
  workspaceErasure: ['restored'],
};

const FLOW_NAMES = Object.keys(flows) as FlowName[];

/** Compares each live row with its flow, then each running flow with its row. Holds a page at a time in memory. */
export async function* findDifferences(sql: Sql, client: Client, taskQueue: string): AsyncGenerator<Difference> {
  for (const flow of FLOW_NAMES) yield* rowsWithoutFlow(sql, client, flow);
  for (const flow of FLOW_NAMES) yield* flowsWithoutRow(sql, client, flow, taskQueue);
}

async function* rowsWithoutFlow(sql: Sql, client: Client, flow: FlowName): AsyncGenerator<Difference> {
  const queries: Record<FlowName, WaitingQuery> = waitingRows;
  for await (const page of liveRows(sql, queries[flow])) {
    const ids = page.map(({ id }) => id);
    const states = await rowStates(sql, flow, ids);
    for (let done = 0; done < page.length; done += AT_ONCE) {
      const batch = page.slice(done, done + AT_ONCE);
      const looks = await Promise.all(batch.map((row) => compare(client, flow, row, states.get(row.id) ?? LIVE)));
      yield* looks.filter((difference) => difference !== undefined);
    }
  }
}

/** What the rows say of themselves, where that is more than that they are live. */
const rowStates = async (sql: Sql, flow: FlowName, ids: readonly string[]): Promise<Map<string, BookingState>> => {
  if (flow === 'booking') return bookingStates(sql, ids);
  if (flow !== 'workspaceErasure') return new Map();
  const states = await workspaceStates(sql, ids);
  return new Map([...states].map(([id, eraseAt]) => [id, { state: erasureWords(eraseAt), startAt: null }]));
};

/** An operator reads them after a restore: row and flow say different things, and people were told what the flow says. */
const erasureWords = (eraseAt: Date | null): string =>
  eraseAt
    ? `deleted, will be ERASED from ${eraseAt.toISOString()} on. If its flow says restored, an owner restored it after the backup: set erase_at to null`
    : 'in use, but deleted after the backup: its owners were told. Delete it again, or tell them that it is not deleted';

/** A row that says no more. */
const LIVE: BookingState = { state: 'live', startAt: null };

async function compare(
  client: Client,
  flow: FlowName,
  row: LiveRow,
  says: BookingState,
): Promise<Difference | undefined> {
  const workflowId = flowId(flow, row.id);
  const found = await describe(client, workflowId);
  const rowSays = inWords(says);
  const difference = (kind: DifferenceKind) => ({ kind, flow, row, workflowId, rowSays, flowSays: found.says });
  if (found.isRunning) {
    if (flow !== 'booking') return undefined;
    if (isOtherStart(says.startAt, found.startAt)) return difference('other_start');
    return isOtherState(says.state, found.state) ? difference('other_state') : undefined;
  }
  const end = found.hasCompleted ? found.state : undefined;
  const isDecided = end !== undefined && DECIDED_ENDS[flow]?.includes(end);
  return { ...difference(isDecided ? 'flow_ended' : 'no_flow'), end };
}

/** A flow that waits for a code or a claim shows its new state a moment after the row has it. */
const isOtherState = (rowSays: string, state: string | undefined): boolean =>
  state !== undefined && state !== rowSays && state !== 'waiting for the code' && state !== 'claiming';

/** A flow without a start has not shown its booking yet. */
const isOtherStart = (ofRow: Date | null, ofFlow: Date | undefined): boolean =>
  ofRow !== null && ofFlow !== undefined && ofRow.getTime() !== ofFlow.getTime();

const inWords = ({ state, startAt }: BookingState): string =>
  startAt ? `${state}, StartsAt ${startAt.toISOString()}` : state;

interface Found {
  readonly isRunning: boolean;
  readonly hasCompleted: boolean;
  readonly state: string | undefined;
  readonly startAt: Date | undefined;
  readonly says: string;
}

async function describe(client: Client, workflowId: string): Promise<Found> {
  try {
    const { status, typedSearchAttributes, closeTime } = await client.workflow.getHandle(workflowId).describe();
    const state = typedSearchAttributes.get(searchAttributes.flowState);
    const startAt = typedSearchAttributes.get(searchAttributes.startsAt);
    const when = closeTime ? ` at ${closeTime.toISOString()}` : '';
    const says = `${status.name.toLowerCase()}${when}${state === undefined ? '' : `, ${inWords({ state, startAt: startAt ?? null })}`}`;
    return { isRunning: status.name === 'RUNNING', hasCompleted: status.name === 'COMPLETED', state, startAt, says };
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return { isRunning: false, hasCompleted: false, state: undefined, startAt: undefined, says: 'no flow' };
  }
}

async function* flowsWithoutRow(
  sql: Sql,
  client: Client,
  flow: FlowName,
  taskQueue: string,
): AsyncGenerator<Difference> {
  let batch: Difference[] = [];
  const queues = queuesOfFlow(flow, taskQueue)
    .map((queue) => `'${queue}'`)
    .join(', ');
  const query = `WorkflowType = '${flow}' and ExecutionStatus = 'Running' and TaskQueue in (${queues})`;
  for await (const { workflowId, typedSearchAttributes, startTime } of client.workflow.list({ query })) {
    const id = idOf(flow, workflowId);
    if (id === undefined) continue;
    const attributes = Object.values(searchAttributes).flatMap((key) => {
      const value = typedSearchAttributes.get(key);
      return value === undefined ? [] : [`${key.name} ${value instanceof Date ? value.toISOString() : value}`];
    });
    const flowSays = [`running since ${startTime.toISOString()}`, ...attributes].join(', ');
    const workspaceId = typedSearchAttributes.get(searchAttributes.workspaceId) ?? null;
    batch.push({ kind: 'no_live_row', flow, row: { id, workspaceId }, workflowId, rowSays: 'no row', flowSays });
    if (batch.length < BATCH) continue;
    yield* withoutLiveRow(sql, batch);
    batch = [];
  }
  yield* withoutLiveRow(sql, batch);
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

const idOf = (flow: FlowName, workflowId: string): string | undefined => {
  const id = workflowId.slice(flows[flow].idPrefix.length + 1);
  return UUID.test(id) ? id : undefined;
};

async function* withoutLiveRow(sql: Sql, running: readonly Difference[]): AsyncGenerator<Difference> {
  const [first] = running;
  if (!first) return;
  const ids = running.map(({ row }) => row.id);
  const live = await liveAmong(sql, waitingRows[first.flow], ids);
  const states = await rowStates(sql, first.flow, ids);
  for (const each of running)
    if (!live.has(each.row.id)) {
      const says = states.get(each.row.id);
      yield says ? { ...each, rowSays: inWords(says) } : each;
    }
}
