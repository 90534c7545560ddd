import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { type HttpAnswer, http, postJson } from './http.ts';

const GIVES_UP_AFTER_MS = 60_000;
const PAUSE_MS = 300;
const SILENCE_MS = 20_000;

/** One answer and its time, measured by the client. */
export interface TimedAnswer {
  readonly status: number;
  readonly answer: HttpAnswer | undefined;
  readonly tookMs: number;
}

/** A guest who books one meeting over REST. `repeats`: the client repeats a call after 503 or a cut connection. */
export class RestGuest {
  readonly email = `guest-${randomBytes(6).toString('hex')}@guest.test`;
  readonly #sql: Sql;
  readonly #event: string;
  readonly #manage: string;
  readonly startMs: number;
  repeats: boolean;
  /** Every answer so far, including refusals. */
  readonly answers: TimedAnswer[] = [];

  constructor(
    stack: { readonly sql: Sql; readonly publicUrl: string },
    { workspace, username, eventSlug }: EventAddress,
    request: { readonly startMs: number; readonly repeats: boolean },
  ) {
    this.#sql = stack.sql;
    const base = `${stack.publicUrl.replace('localhost', '127.0.0.1')}/api/v1/public`;
    this.#event = `${base}/${workspace}/${username}/${eventSlug}`;
    this.#manage = `${base}/manage`;
    this.startMs = request.startMs;
    this.repeats = request.repeats;
  }

  askCode(): Promise<TimedAnswer> {
    return this.#call(`${this.#event}/otp`, { email: this.email });
  }

  async book(): Promise<TimedAnswer> {
    return (await this.bookCall())();
  }

  async reschedule(startMs: number): Promise<TimedAnswer> {
    return (await this.rescheduleCall(startMs))();
  }

  async cancel(): Promise<TimedAnswer> {
    return (await this.cancelCall())();
  }

  /** Reads the code from the mailbox. The returned call can be made later and repeated. */
  async bookCall(): Promise<() => Promise<TimedAnswer>> {
    const code = /\b(\d{6})\b/.exec(await this.#mail('booking_code'))?.[1];
    const startAt = new Date(this.startMs).toISOString();
    const invitee = { email: this.email, timezone: 'Europe/Berlin' };
    return () => this.#call(`${this.#event}/book`, { startAt, code, invitee });
  }

  async rescheduleCall(startMs: number): Promise<() => Promise<TimedAnswer>> {
    const body = { token: await this.manageToken(), startAt: new Date(startMs).toISOString() };
    return () => this.#call(`${this.#manage}/reschedule`, body);
  }

  async cancelCall(): Promise<() => Promise<TimedAnswer>> {
    const body = { token: await this.manageToken() };
    return () => this.#call(`${this.#manage}/cancel`, body);
  }

  async manageToken(): Promise<string> {
    return /\/manage\/([\w-]{43})/.exec(await this.#mail('booking_confirmation'))?.[1] ?? '';
  }

  /** Waits for the newest mail of a kind. */
  async #mail(kind: string): Promise<string> {
    const deadlineMs = Date.now() + GIVES_UP_AFTER_MS;
    for (;;) {
      const [mail] = await this.#sql<{ text: string }[]>`
        select text_body as text from local_mails where recipient = ${this.email} and kind = ${kind} order by created_at desc limit 1`.catch(
        () => [],
      );
      if (mail) return mail.text;
      if (Date.now() > deadlineMs) throw new Error(`No ${kind} for ${this.email}`);
      await delay(50);
    }
  }

  async #call(url: string, body: unknown): Promise<TimedAnswer> {
    const deadlineMs = Date.now() + GIVES_UP_AFTER_MS;
    for (;;) {
      const answer = await timedCall(() => postJson(url, body));
      this.answers.push(answer);
      const mayRepeat = answer.status === 503 || answer.status === 0;
      if (!mayRepeat || !this.repeats || Date.now() > deadlineMs) return answer;
      await delay(PAUSE_MS);
    }
  }
}

/** Makes a call and measures it. Status 0: the connection was refused or cut, or there was no answer for 20 s. */
export async function timedCall(ask: () => Promise<HttpAnswer>): Promise<TimedAnswer> {
  const startMs = performance.now();
  const silence = delay(SILENCE_MS, undefined, { ref: false });
  const answer = await Promise.race([ask().catch(() => undefined), silence]);
  return { status: answer?.status ?? 0, answer, tookMs: performance.now() - startMs };
}

export const get = (url: string): Promise<TimedAnswer> => timedCall(() => http(url));
