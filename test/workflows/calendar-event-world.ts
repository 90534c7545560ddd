import { afterAll, afterEach, beforeAll } from 'vitest';
import { contract } from '../../schemas/contract.ts';
import type { Operation } from '../../schemas/operation.ts';
import { startMicrosoftStandIn } from '../../stand-ins/microsoft/stand-in.ts';
import { createHost } from '../support/drivers/host.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { providersAt } from '../support/factories/calendars.ts';
import { makeKey } from '../support/factories/keys.ts';
import { startCheckedGoogle } from '../support/fakes/google.ts';
import { startStack } from '../support/stack/stack.ts';
import { type Booked, CALENDAR } from './calendar-event-paths.ts';
import type { CalendarWorld } from './calendar-paths.ts';

/** A stack whose hosts connect calendars at the stand-ins of both providers, for all tests of a file. Faults end with their test. */
export function shareCalendarWorld(): { readonly world: CalendarWorld } {
  let world: CalendarWorld;
  beforeAll(async () => {
    const [google, microsoft] = await Promise.all([startCheckedGoogle(), startMicrosoftStandIn()]);
    const providers = providersAt(google, microsoft);
    const stack = await startStack({ demo: false, calendarProviders: providers });
    world = { stack, google, microsoft, providers, broken: new Set() };
  });
  afterAll(async () => {
    await world.stack.close();
    await Promise.all([world.google.close(), world.microsoft.close()]);
  });
  afterEach(() => {
    world.google.faults.clear();
    world.microsoft.faults.clear();
  });
  return {
    get world() {
      return world;
    },
  };
}

export const kinds = (mails: readonly { readonly kind: string }[]) => mails.map(({ kind }) => kind);

/** The method, UID and sequence of a mail's calendar file; null: the mail brings none. */
export const fileOf = ({ attachments }: { readonly attachments: readonly { readonly content: string }[] }) => {
  const [file] = attachments;
  if (!file) return null;
  const value = (name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(file.content)?.[1];
  return `${value('METHOD')} ${value('UID')} ${value('SEQUENCE')}`;
};

/** Drivers of bookings in a shared world: mails, calls of the host, and the events that the stand-in of Google shows. */
export function calendarDrivers(its: { readonly world: CalendarWorld }) {
  const mailsTo = async (to: string) => (await its.world.stack.mailbox(to)).reverse();
  const guestMails = ({ journey }: Booked) => mailsTo(journey.issue.challenge.guestEmail);
  const hostMails = async ({ journey }: Booked) => {
    const [row] = await its.world.stack.sql<{ email: string }[]>`
      select email::text from users where id = ${journey.host.userId}`;
    return mailsTo(row?.email ?? '');
  };
  const settings = (booked: Booked, changes: Readonly<Record<string, string | boolean>>) =>
    its.world.stack
      .sql`update calendar_settings set ${its.world.stack.sql(changes)} where user_id = ${booked.journey.host.userId}`;
  /** Events of a booking in the stand-in that are not deleted. */
  const shown = ({ journey }: Booked) =>
    its.world.google.hand
      .calendar(CALENDAR.google)
      .visible()
      .filter(({ event }) => event.status !== 'cancelled')
      .filter(({ event }) => event.extendedProperties?.private?.holdfastBookingId === journey.bookingId);
  const asHost = async ({ journey }: Booked, operation: Pick<Operation, 'method' | 'path'>, input: object = {}) => {
    const { workspaceId, userId } = journey.host;
    const key = await makeKey(its.world.stack.sql, { workspaceId, userId });
    const booking = operation.path.includes('{bookingId}') ? { bookingId: journey.bookingId } : {};
    return callHost(its.world.stack.appUrl, operation, { ...booking, ...input }, key.headers);
  };
  const retry = async (booked: Booked, headers?: Readonly<Record<string, string>>) =>
    headers === undefined
      ? asHost(booked, contract.calendars.retryCalendarEvent)
      : callHost(
          its.world.stack.appUrl,
          contract.calendars.retryCalendarEvent,
          { bookingId: booked.journey.bookingId },
          headers,
        );
  /** Only a member gets events of a workspace's meetings. */
  const join = (workspaceId: string, userId: string) => its.world.stack.sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${crypto.randomUUID()}, ${workspaceId}, ${userId}, 'taker', 'member')`;
  /** A key of another owner of the host's workspace. */
  const colleagueOf = async ({ journey: { host } }: Booked) => {
    const { sql } = its.world.stack;
    const { userId } = await createHost(sql);
    await sql`
      insert into memberships (id, workspace_id, user_id, username, role)
      values (${crypto.randomUUID()}, ${host.workspaceId}, ${userId}, 'colleague', 'owner')`;
    return makeKey(sql, { workspaceId: host.workspaceId, userId });
  };
  const detailOf = async (booked: Booked) =>
    (await asHost(booked, contract.meetings.getMeeting)).json() as unknown as {
      calendarEvents: { state: string; declined: string[] }[];
    };
  const nudged = async (booked: Booked): Promise<void> => {
    await its.world.stack
      .sql`update calendar_events set work_at = now() where booking_id = ${booked.journey.bookingId} and work_at is not null`;
    await booked.journey.nudge();
  };
  return { mailsTo, guestMails, hostMails, settings, shown, asHost, retry, join, colleagueOf, detailOf, nudged };
}
