import { setTimeout as delay } from 'node:timers/promises';
import type { LocalMail } from '../../../store/mail/mails.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { newGuest } from '../drivers/guest.ts';
import type { TestHost } from '../drivers/host.ts';
import { type Caller, outputOf } from '../drivers/surfaces.ts';
import type { Stack } from '../stack/stack.ts';

/** A busy machine needs ten times what a quiet one does. */
const WAIT_MS = 30_000;

/** Repeats a query until it has a result. @throws Error after 30 s */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadlineMs = Date.now() + WAIT_MS;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > deadlineMs) throw new Error(`${what}: not within ${WAIT_MS / 1000} s`);
    await delay(20);
  }
}

/** The six digits of a code mail. */
export const codeIn = (mail: LocalMail | undefined): string => {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error('no mail with a code');
  return code;
};

/** The code of the newest code mail to an address. The call that requests a code answers after the mail. */
export const codeFor = async (stack: Stack, email: string): Promise<string> =>
  codeIn((await stack.mailbox(email)).find(({ kind }) => kind === 'booking_code'));

/** Six digits that are not the code. */
export const wrongCode = (code: string, other = 1): string =>
  String((Number(code) + other) % 1_000_000).padStart(6, '0');

/** The manage token of a guest's mail. */
export const tokenIn = (mail: LocalMail): string => {
  const token = /\/manage\/([\w-]{43})\b/.exec(mail.text)?.[1];
  if (!token) throw new Error('no manage link in the mail');
  return token;
};

/** The deciding token of a host's mail. */
export const decideTokenIn = (mail: LocalMail): string => {
  const token = /\/decide\/([\w-]{43})\b/.exec(mail.text)?.[1];
  if (!token) throw new Error('no link to decide in the mail');
  return token;
};

export interface BookedMeeting {
  readonly bookingId: string;
  readonly guest: string;
  readonly token: string;
  readonly startMs: number;
}

/** Books a start by code over a surface, and waits until its mails are sent. */
export async function bookMeeting(
  stack: Stack,
  { call }: Caller,
  host: TestHost,
  startMs: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<BookedMeeting> {
  const guest = newGuest();
  const inbox = typeof more.agentEmail === 'string' ? { agentEmail: more.agentEmail } : {};
  const asked = outputOf(await call('requestCode', { ...host.address, email: guest, ...inbox }));
  const answer = await call('book', {
    ...host.address,
    startAt: iso(startMs),
    code: await codeFor(stack, asked.codeSentTo),
    invitee: { email: guest, timezone: 'Europe/Berlin' },
    ...more,
  });
  const { booking } = outputOf(answer);
  await announced(stack, booking.id);
  const [mail] = (await stack.mailbox(guest)).filter(({ kind }) => kind !== 'booking_code');
  if (!mail) throw new Error('no mail about the booking');
  return { bookingId: booking.id, guest, token: tokenIn(mail), startMs };
}

export const iso = (ms: number): string => new Date(ms).toISOString();

/** Waits until every change of a booking is mailed. */
export const announced = (stack: Stack, bookingId: string): Promise<true> =>
  eventually(`the mails of ${bookingId}`, async () => {
    const [row] = await stack.sql<{ due: number; known: number }[]>`
      select count(*) filter (where announced_at is null)::int as due, count(*)::int as known
      from booking_changes where booking_id = ${bookingId}`;
    return row?.known !== 0 && row?.due === 0;
  });

/** How many mails of each kind an address got. */
export async function mailCounts(stack: Stack, to: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of await stack.mailbox(to)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Names and counts of the updates that a booking's flow was sent. */
export async function updatesOf({ client }: Stack, bookingId: string): Promise<Record<string, number>> {
  const { events } = await client.workflow.getHandle(flowId('booking', bookingId)).fetchHistory();
  const counts: Record<string, number> = {};
  for (const event of events ?? []) {
    const name = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.name;
    if (name) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Moves a guest's challenges, codes and holds into the past, as if that time had passed. */
export async function ageGuestRecords({ sql }: Stack, guestEmail: string, seconds: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      update challenges set issued_at = issued_at - ${seconds} * interval '1 second',
        expires_at = expires_at - ${seconds} * interval '1 second', created_at = created_at - ${seconds} * interval '1 second'
      where guest_email = ${guestEmail}`;
    await tx`
      update code_issues set created_at = created_at - ${seconds} * interval '1 second' where guest_email = ${guestEmail}`;
    await tx`
      update claims set firm_until = firm_until - ${seconds} * interval '1 second'
      where kind = 'hold' and booking_id in (select id from challenges where guest_email = ${guestEmail})`;
  });
}

/** A guest's challenges, the oldest first. */
export const challengesOf = (stack: Pick<Stack, 'sql'>, email: string) => stack.sql<{ id: string; status: string }[]>`
  select id, status from challenges where guest_email = ${email} order by created_at`;
