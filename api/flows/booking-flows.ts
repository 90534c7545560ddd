import { type Client, WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { AttemptKind, AttemptOutcome, CodeOutcome } from '../../domain/booking/attempt.ts';
import { CODE_LIFETIME_MS } from '../../store/booking/code-requests.ts';
import type { booking } from '../../workflows/booking.ts';
import { BOOKING_WORKFLOW, bookingMessages, bookingWorkflowId } from '../../workflows/messages.ts';
import { attributesOfBooking, searchAttributes } from '../../workflows/search-attributes.ts';
import { PerBookingQueue } from './per-booking-queue.ts';

/** How long a flow that a host's wish began looks for nothing but the claim. */
const CLAIM_PATIENCE_MS = 30_000;

/** Callers hear within this time, or 503: the deadline of the dispatcher is a little later. */
const DEADLINE_MS = 2_400;

export interface FlowSubject {
  readonly bookingId: string;
  readonly workspaceId: string;
}

/** The booking flow as handlers ask it: with ids only, always with a deadline, and safe to ask again. */
export interface BookingFlows {
  /** Mails the code of an issue; answers once the mailbox or provider has taken it. Starts the flow. */
  requestCode(subject: FlowSubject, issueNo: number): Promise<CodeOutcome>;
  /**
   * Carries out a stored attempt, after those of the same booking that came before. A flow that is gone is started again: the rows
   * tell it where it stands. @throws AppError rate.limited when too many came before
   */
  carryOut(subject: FlowSubject, attempt: { readonly id: string; readonly kind: AttemptKind }): Promise<AttemptOutcome>;
  /** Whether Temporal answers at all; reported by readiness. */
  isUp(): Promise<boolean>;
}

/** @param deadlineMs how long a caller waits before it hears 503 */
export const createBookingFlows = (client: Client, taskQueue: string, deadlineMs = DEADLINE_MS): BookingFlows => {
  const startOf = ({ bookingId, workspaceId }: FlowSubject, codeLifetimeMs: number, begunBy = 'waiting for the code') =>
    new WithStartWorkflowOperation<typeof booking>(BOOKING_WORKFLOW, {
      workflowId: bookingWorkflowId(bookingId),
      taskQueue,
      args: [{ bookingId, codeLifetimeMs }],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      staticSummary: `Booking ${bookingId}`,
      typedSearchAttributes: [
        ...attributesOfBooking(bookingId, workspaceId),
        { key: searchAttributes.flowState, value: begunBy },
      ],
    });

  const inTime = <T>(ask: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + deadlineMs, ask);

  const carryOut: BookingFlows['carryOut'] = (subject, { id, kind }) =>
    inTime(async () => {
      const askAndStart = (start: ReturnType<typeof startOf>) =>
        client.workflow.executeUpdateWithStart<typeof booking, AttemptOutcome, [string]>(bookingMessages[kind], {
          args: [id],
          startWorkflowOperation: start,
        });
      if (kind === 'open') return askAndStart(startOf(subject, CLAIM_PATIENCE_MS, 'claiming'));
      try {
        const handle = client.workflow.getHandle(bookingWorkflowId(subject.bookingId));
        return await handle.executeUpdate<AttemptOutcome, [string]>(bookingMessages[kind], { args: [id] });
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        // Whatever comes of it, this run has a past: it looks at the rows at once instead of waiting for a code.
        return askAndStart(startOf(subject, 0));
      }
    });

  const lines = new PerBookingQueue<AttemptOutcome>();
  return {
    requestCode: (subject, issueNo) =>
      inTime(() =>
        client.workflow.executeUpdateWithStart<typeof booking, CodeOutcome, [number]>(bookingMessages.requestCode, {
          args: [issueNo],
          startWorkflowOperation: startOf(subject, CODE_LIFETIME_MS),
        }),
      ),
    carryOut: (subject, attempt) => lines.join(subject.bookingId, attempt.id, () => carryOut(subject, attempt)),
    isUp: async () => {
      try {
        await client.withDeadline(Date.now() + 1_000, () => client.connection.workflowService.getSystemInfo({}));
        return true;
      } catch {
        return false;
      }
    },
  };
};
