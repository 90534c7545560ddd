import { type Client, WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { AttemptKind, AttemptOutcome, CodeOutcome } from '../../domain/booking/attempt.ts';
import type { AppError } from '../../schemas/errors.ts';
import { CODE_LIFETIME_MS } from '../../store/booking/code-requests.ts';
import type { booking } from '../../workflows/booking.ts';
import { type FlowName, flowId, flowStart, flows } from '../../workflows/catalogue.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { limited } from '../core/limit-errors.ts';

/** Further calls are refused while so many run or wait. */
const LONGEST = 6;

interface Queue<T> {
  /** By attempt: the calls that wait and the one that runs. */
  readonly calls: Map<string, Promise<T>>;
  last: Promise<unknown>;
}

/**
 * One queue of calls for each booking: a call begins when the one before has ended. With many updates of one flow at once, tasks of its
 * worker fail, and callers get 500.
 */
class PerBookingQueue<T> {
  readonly #queues = new Map<string, Queue<T>>();

  /**
   * Runs a call after the earlier ones. A call for an attempt that waits or runs already gets the answer of that one.
   * @throws AppError rate.limited when the queue is full; what `call` throws
   */
  async run(bookingId: string, attemptId: string, call: () => Promise<T>): Promise<T> {
    const queue: Queue<T> = this.#queues.get(bookingId) ?? { calls: new Map(), last: Promise.resolve() };
    const same = queue.calls.get(attemptId);
    if (same) return same;
    if (queue.calls.size >= LONGEST) throw tooManyAtOnce();
    const mine = queue.last.then(call, call);
    queue.calls.set(attemptId, mine);
    queue.last = mine;
    this.#queues.set(bookingId, queue);
    try {
      return await mine;
    } finally {
      queue.calls.delete(attemptId);
      if (queue.calls.size === 0) this.#queues.delete(bookingId);
    }
  }
}

const tooManyAtOnce = (): AppError => limited('callsOfBooking', { limit: LONGEST, retryAfterSeconds: 3 });

/** How long a flow that a host's request started waits for the booking attempt before it reads the rows. */
const ATTEMPT_WAIT_MS = 30_000;

/** Callers get an answer within this time, or 503. The dispatcher's own deadline is a little later. */
const DEADLINE_MS = 2_400;

export interface FlowSubject {
  readonly bookingId: string;
  readonly workspaceId: string;
  /** Missing: a flow that this starts shows it once its booking is made. */
  readonly eventTypeId?: string;
}

/** The booking flow for handlers: takes ids only, always has a deadline, and is safe to repeat. */
export interface BookingFlows {
  /** Mails the code of an issue; resolves when the mailbox or the provider has accepted it. Starts the flow. */
  requestCode(subject: FlowSubject, issueNo: number): Promise<CodeOutcome>;
  /**
   * Carries out a stored attempt, after the earlier ones of the same booking. A flow that is gone is started again and reads its rows.
   * @throws AppError rate.limited when too many are waiting
   */
  carryOut(subject: FlowSubject, attempt: { readonly id: string; readonly kind: AttemptKind }): Promise<AttemptOutcome>;
  /** Returns whether Temporal answers; for the readiness check. */
  isUp(): Promise<boolean>;
}

/** @param deadlineMs how long a caller waits before it gets 503 */
export const createBookingFlows = (client: Client, taskQueue: string, deadlineMs = DEADLINE_MS): BookingFlows => {
  const startOf = startsOn(taskQueue);
  const withDeadline = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + deadlineMs, call);

  const carryOut: BookingFlows['carryOut'] = (subject, { id, kind }) =>
    withDeadline(async () => {
      const updateWithStart = (start: ReturnType<typeof startOf>) =>
        client.workflow.executeUpdateWithStart<typeof booking, AttemptOutcome, [string]>(flows.booking.updates[kind], {
          args: [id],
          startWorkflowOperation: start,
        });
      if (kind === 'open') return updateWithStart(startOf(subject, ATTEMPT_WAIT_MS, 'claiming'));
      try {
        const handle = client.workflow.getHandle(flowId('booking', subject.bookingId));
        return await handle.executeUpdate<AttemptOutcome, [string]>(flows.booking.updates[kind], { args: [id] });
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        // This booking has a past: the new run reads the rows at once instead of waiting for a code.
        return updateWithStart(startOf(subject, 0));
      }
    });

  const queue = new PerBookingQueue<AttemptOutcome>();
  return {
    requestCode: (subject, issueNo) =>
      withDeadline(() =>
        client.workflow.executeUpdateWithStart<typeof booking, CodeOutcome, [number]>(
          flows.booking.updates.requestCode,
          {
            args: [issueNo],
            startWorkflowOperation: startOf(subject, CODE_LIFETIME_MS),
          },
        ),
      ),
    carryOut: (subject, attempt) => queue.run(subject.bookingId, attempt.id, () => carryOut(subject, attempt)),
    isUp: () => answers(client),
  };
};

/** Starts the flow, or uses the one that runs. `codeLifetimeMs`: how long a new flow waits before it reads the rows. */
const startsOn =
  (taskQueue: string) =>
  (
    { bookingId, workspaceId, eventTypeId }: FlowSubject,
    codeLifetimeMs: number,
    flowState = 'waiting for the code',
  ) => {
    const start = flowStart('booking', { id: bookingId, workspaceId }, taskQueue);
    return new WithStartWorkflowOperation<typeof booking>('booking' satisfies FlowName, {
      ...start,
      args: [{ bookingId, codeLifetimeMs }],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      typedSearchAttributes: [
        ...start.typedSearchAttributes,
        ...(eventTypeId === undefined ? [] : [{ key: searchAttributes.eventTypeId, value: eventTypeId }]),
        { key: searchAttributes.flowState, value: flowState },
      ],
    });
  };

const answers = async (client: Client): Promise<boolean> => {
  try {
    await client.withDeadline(Date.now() + 1_000, () => client.connection.workflowService.getSystemInfo({}));
    return true;
  } catch {
    return false;
  }
};
