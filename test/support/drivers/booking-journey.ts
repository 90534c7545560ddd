import { createBookingFlows } from '../../../api/flows/booking-flows.ts';
import type { AttemptKind, AttemptOutcome } from '../../../domain/booking/attempt.ts';
import type { AttemptRequests } from '../../../store/booking/attempts.ts';
import { lastRequestRevision } from '../../../store/booking/booking-changes.ts';
import type { CodeIssue } from '../../../store/booking/code-requests.ts';
import { flowId, flows } from '../../../workflows/catalogue.ts';
import type { Stack } from '../stack/stack.ts';
import { openAttempt } from './attempts.ts';
import { askCode, bookingRequest, newGuest } from './guest.ts';
import { createHost, type EventSettings, type TestHost } from './host.ts';

/** A busy machine is no outage: the product's own deadline is 2.4 s. */
const PATIENCE_MS = 20_000;
const GONE_BY = "interval '100 days'";

/** One guest on one path through the flow. */
export class Journey {
  readonly #stack: Stack;
  readonly host: TestHost;
  readonly starts: readonly number[];
  readonly issue: CodeIssue;
  readonly #flows;

  private constructor(stack: Stack, host: TestHost, starts: readonly number[], issue: CodeIssue) {
    this.#stack = stack;
    this.host = host;
    this.starts = starts;
    this.issue = issue;
    this.#flows = createBookingFlows(stack.client, stack.taskQueue, PATIENCE_MS);
  }

  static async begin(
    stack: Stack,
    settings: EventSettings = {},
    guestEmail = newGuest(),
    host?: TestHost,
  ): Promise<Journey> {
    const of = host ?? (await createHost(stack.sql, settings));
    return new Journey(stack, of, await of.openStarts(), await askCode(stack.sql, of, { guestEmail }));
  }

  /** The same guest with another code. */
  static of(stack: Stack, { host, starts }: Journey, issue: CodeIssue): Journey {
    return new Journey(stack, host, starts, issue);
  }

  get bookingId(): string {
    return this.issue.challenge.id;
  }

  get #subject() {
    return { bookingId: this.bookingId, workspaceId: this.host.workspaceId };
  }

  get flow() {
    return this.#stack.client.workflow.getHandle(flowId('booking', this.bookingId));
  }

  mailCode(issueNo = 1) {
    return this.#flows.requestCode(this.#subject, issueNo);
  }

  async reauthenticate(): Promise<void> {
    await this.#stack
      .sql`update challenges set issued_at = issued_at - interval '1 minute' where id = ${this.bookingId}`;
    await askCode(this.#stack.sql, this.host, { guestEmail: this.issue.challenge.guestEmail });
  }

  confirm(nth = 0): Promise<AttemptOutcome> {
    return this.#attempt('confirm', bookingRequest(this.issue.challenge.guestEmail, this.starts[nth] ?? 0));
  }

  reschedule(nth: number, atRevision = 1): Promise<AttemptOutcome> {
    return this.#attempt('reschedule', { startMs: this.starts[nth] ?? 0, atRevision, source: 'public_api' });
  }

  cancel(): Promise<AttemptOutcome> {
    return this.#attempt('cancel', { reason: 'ill', actor: 'guest', source: 'public_api' });
  }

  /** @param nth the start that the host sees */
  async decide(decision: 'approve' | 'decline', nth = 0): Promise<AttemptOutcome> {
    const atRevision = await lastRequestRevision(this.#stack.sql, this.bookingId);
    return this.#attempt('decide', { decision, reason: null, startMs: this.starts[nth] ?? 0, atRevision });
  }

  markNoShow(noShow = true): Promise<AttemptOutcome> {
    const by = { userId: this.host.userId, apiKeyId: null, agentSeatId: null };
    return this.#attempt('markNoShow', { noShow, source: 'host_api', by });
  }

  cancelAsNotMe(): Promise<AttemptOutcome> {
    return this.#attempt('cancel', { reason: null, actor: 'not_me', source: 'web' });
  }

  async #attempt<Kind extends AttemptKind>(kind: Kind, request: AttemptRequests[Kind]): Promise<AttemptOutcome> {
    const attempt = await openAttempt(this.#stack.sql, this.bookingId, kind, request);
    return this.#flows.carryOut(this.#subject, attempt);
  }

  /** Ages the rows (code, decision, meeting) and makes the flow read them. */
  async ageGuestRecords(): Promise<void> {
    await this.letRowsPass();
    await this.nudge();
  }

  async letRowsPass(): Promise<void> {
    const { sql } = this.#stack;
    const gone = sql.unsafe(GONE_BY);
    await sql`update challenges set expires_at = expires_at - ${gone} where id = ${this.bookingId}`;
    await sql`update bookings set start_at = start_at - ${gone}, end_at = end_at - ${gone}, decide_by = decide_by - ${gone} where id = ${this.bookingId}`;
  }

  nudge(): Promise<void> {
    return this.flow.signal(flows.booking.signals.nudge);
  }

  burn() {
    return this.#stack.sql`update challenges set status = 'burned' where id = ${this.bookingId}`;
  }

  /** Waits until every change is mailed. */
  async announced(): Promise<void> {
    for (;;) {
      const due = await this.#stack.sql`
        select 1 from booking_changes where booking_id = ${this.bookingId} and announced_at is null`;
      if (due.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
