import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channelSecret } from '../../../domain/secrets.ts';
import { startGoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { settledProblems } from '../../support/asserts/audit.ts';
import { calendarProblems } from '../../support/asserts/calendar-audit.ts';
import { findLeaks, type Readable, readFlows } from '../../support/asserts/leaks.ts';
import { type SlotWatch, watchSlots } from '../../support/asserts/slot-watch.ts';
import {
  type CalendarHost,
  calendarHost,
  changeByHand,
  hold,
  noteGiven,
  STRANGE,
  type StandIns,
} from '../../support/drivers/calendar-hosts.ts';
import { browserOf, comeBack, consent, linkFor } from '../../support/drivers/connect-calendar.ts';
import { RestGuest } from '../../support/drivers/rest-guest.ts';
import { signIn } from '../../support/drivers/session.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { countWaiting, waitFor, withTablesLocked } from '../../support/stack/lock-tables.ts';
import { type PartName, type Processes, SHORT_TASKS, startProcesses } from '../../support/stack/processes.ts';

const SETTLES_WITHIN_MS = 60_000;

let stack: Processes;
let standIns: StandIns;
let hosts: readonly [CalendarHost, CalendarHost];
/** Codes and tokens that the stand-ins gave. */
let given: ReadonlySet<string>;
let slots: SlotWatch;

beforeAll(async () => {
  const [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
  standIns = { google, microsoft };
  given = noteGiven(standIns);
  const addresses = { GOOGLE_STAND_IN_URL: google.url, MICROSOFT_STAND_IN_URL: microsoft.url };
  stack = await startProcesses(bundlePath(), SHORT_TASKS, addresses);
  hosts = [await calendarHost(stack.sql, standIns, 'google'), await calendarHost(stack.sql, standIns, 'microsoft')];
  slots = watchSlots(
    stack,
    hosts.map(({ host }) => host),
  );
});
afterAll(async () => {
  await slots?.stop();
  await stack?.close();
  await Promise.all([standIns?.google.close(), standIns?.microsoft.close()]);
});

function clearFaults(): void {
  standIns.google.faults.clear();
  standIns.microsoft.faults.clear();
}
beforeEach(clearFaults);

/** The same with the host of each provider, at once. */
const each = <T>(work: (host: CalendarHost, index: 0 | 1) => Promise<T>): Promise<[T, T]> =>
  Promise.all([work(hosts[0], 0), work(hosts[1], 1)]);

/** Resolves once each provider was called so; from now on, it answers late. */
const held = (...[name]: [Parameters<typeof hold>[2]]) => each((host) => hold(standIns, host, name));

/** SIGKILL, then all goes on at full speed. */
async function strike(...parts: PartName[]): Promise<void> {
  await stack.kill9(...parts);
  clearFaults();
  await stack.start(...parts);
  await stack.waitReady();
}

const rowsAre = (count: number, what: string, query: () => PromiseLike<readonly unknown[]>): Promise<void> =>
  waitFor(async () => (await query()).length >= count, what);

async function guestWithCode({ host, starts, guests }: CalendarHost): Promise<RestGuest> {
  const guest = new RestGuest(stack, host.address, { startMs: starts.shift() ?? 0, repeats: true });
  expect((await guest.askCode()).status).toBe(200);
  guests.push(guest);
  return guest;
}

/** Waits until the event of a guest's booking is written. @returns its id */
async function writtenEvent({ email }: RestGuest): Promise<string> {
  const find = () => stack.sql<{ id: string }[]>`
    select e.event_id as id from bookings b join calendar_events e on e.booking_id = b.id
    where b.guest_email = ${email} and e.state = 'written'`;
  await rowsAre(1, 'the event to be written', find);
  return (await find())[0]?.id ?? '';
}

describe('kill -9 with both providers', () => {
  it('of the api in the exchange of a code, and of the worker in the first reading: the same link connects once', async () => {
    const [links, browsers] = [['', ''], []] as [[string, string], ReturnType<typeof browserOf>[]];
    await each(async ({ host: { address }, provider }, index) => {
      const { workspace } = address;
      const person = await signIn(stack, { email: `${workspace}@host.test`, workspace });
      browsers[index] = browserOf(stack, person);
      links[index] = await linkFor(stack, person, { provider });
    });
    const connect = async ({ account }: CalendarHost, index: 0 | 1): Promise<number> => {
      const browser = browsers[index];
      if (!browser) throw new Error('no browser');
      return (await comeBack(browser, await consent(browser, links[index], { account }))).status;
    };
    // At Google the code is exchanged, at Microsoft it was, and the calendars are listed.
    const connecting = each((host, index) => hold(standIns, host, index === 0 ? 'exchange' : 'calendars'));
    const cut = each((host, index) => connect(host, index).catch(() => 'cut'));
    await connecting;
    await strike('api');
    expect(await cut).toEqual(['cut', 'cut']);
    expect(await stack.sql`select 1 from calendar_connections`).toHaveLength(0);

    const reading = held('readPage');
    expect(await each(connect)).toEqual([303, 303]);
    await reading;
    await rowsAre(1, 'the first of some pages', () => stack.sql`select 1 from calendars where round ->> 'page' <> ''`);
    await strike('worker');
    expect(await stack.sql`select 1 from calendar_connections`).toHaveLength(2);
  }, 60_000);

  it('of worker and api during the look into calendars, and after a create was answered: each guest books once', async () => {
    const pairs = await each(async (host) => [await guestWithCode(host), await guestWithCode(host)]);
    const looks = held('readNow');
    const calls = pairs.flat().map((guest) => guest.book());
    await looks;
    await strike('worker', 'api');
    await withTablesLocked(stack.sql, async (tx) => {
      await held('create');
      await rowsAre(2, 'two creates', () => tx`select 1 from calendar_events where begun_at is not null`);
      await tx`select 1 from calendar_events for update`;
      // The provider has answered, and it cannot be noted.
      await waitFor(async () => (await countWaiting(tx, 'calendar_events')) >= 2, 'the answers to two creates');
      await stack.kill9('worker');
    });
    await strike('worker');
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }, 90_000);

  it('of the worker while it refreshes tokens: a guest’s move goes through', async () => {
    for (const { tokens } of [standIns.google, standIns.microsoft]) tokens.expireAccess();
    await stack.sql`update calendar_connections set access_expires_at = now()`;
    const refreshes = held('refresh');
    const moves = each(({ guests: [guest], starts }) => guest?.reschedule(starts.shift() ?? 0) ?? Promise.reject());
    await refreshes;
    await strike('worker');
    expect((await moves).map(({ status }) => status)).toEqual([200, 200]);
  }, 60_000);

  it('of the api before pushes, and of the worker while it looks at events and deletes some', async () => {
    const leaving = await each(guestWithCode);
    for (const { status } of await Promise.all(leaving.map((guest) => guest.book()))) expect(status).toBe(200);
    const ids = await each(async ({ guests }) => Promise.all(guests.slice(1).map(writtenEvent)));
    await stack.kill9('api');
    // One host deletes an event, the other moves one. The pushes of it are lost.
    changeByHand(standIns, hosts[0], ids[0][0] ?? '', null);
    changeByHand(standIns, hosts[1], ids[1][0] ?? '', hosts[1].starts.shift() ?? 0);
    const looks = each((host, index) => hold(standIns, host, 'read', ids[index][0]));
    const deletes = each((host, index) => hold(standIns, host, 'delete', ids[index][1]));
    await stack.start('api');
    await stack.waitReady();
    const cancels = leaving.map((guest) => guest.cancel());
    await Promise.all([looks, deletes]);
    await strike('worker');
    expect((await Promise.all(cancels)).map(({ status }) => status)).toEqual([200, 200]);
  }, 90_000);

  it('leaves calendars, mirror and bookings in agreement: one event for each meeting, and none for others', async () => {
    expect(await settledProblems(stack)).toEqual([]);
    const audited = { sql: stack.sql, tokenKeys: [{ id: 'main', key: stack.secrets.calendarTokens }], ...standIns };
    const deadlineMs = Date.now() + SETTLES_WITHIN_MS;
    let problems = await calendarProblems(audited);
    for (; problems.length > 0 && Date.now() < deadlineMs; problems = await calendarProblems(audited)) await delay(500);
    expect(problems).toEqual([]);
    // What hosts did in their calendars has happened by now, and its mails have left.
    expect(await settledProblems(stack)).toEqual([]);
    const rows = await stack.sql<{ email: string; status: string }[]>`
      select guest_email::text as email, status from bookings`;
    const statusOf = ({ email }: RestGuest) => rows.find((row) => row.email === email)?.status;
    expect(hosts.map(({ guests }) => guests.map(statusOf))).toEqual([
      ['rescheduled', 'canceled', 'canceled'],
      ['rescheduled', 'rescheduled', 'canceled'],
    ]);
    expect(slots.wrong).toEqual([]);
    expect(slots.looks).toBeGreaterThan(10);
  }, 120_000);

  it('leaves no token, title or person of a calendar in histories, in logs or in the database', async () => {
    const { sql, client, secrets, output } = stack;
    const channels = await sql<{ id: string }[]>`select id from calendar_channels`;
    const channelSecrets = channels.map(({ id }) => channelSecret(secrets, id).slice(37));
    const strange = [...given, ...channelSecrets, ...Object.values(STRANGE)];
    expect([given.size > 10, channels.length > 1]).toEqual([true, true]);
    const flows = await readFlows(client, "WorkflowType in ('booking', 'calendarSync')");
    expect(flows.length).toBeGreaterThan(7);
    const accounts = hosts.map(({ account }) => account);
    expect(findLeaks([...strange, ...accounts], [...flows, { where: 'the log', text: output.join('\n') }])).toEqual([]);
    // A database may know whose account it is. It shows bytes as hexadecimal digits.
    const bytes = [...given].map((token) => Buffer.from(token).toString('hex'));
    expect(findLeaks([...strange, ...bytes], await calendarTables())).toEqual([]);
  }, 60_000);
});

/** Every row of every table with something of calendars in it. */
async function calendarTables(): Promise<Readable[]> {
  const tables = await stack.sql<{ name: string }[]>`
    select table_name::text as name from information_schema.tables where table_schema = 'public'
      and (table_name like 'calendar%' or table_name in ('attempts', 'activity_log', 'booking_changes', 'bookings'))`;
  expect(tables.length).toBeGreaterThan(9);
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await stack.sql<{ text: string }[]>`select t::text as text from ${stack.sql(name)} t`;
      return { where: name, text: rows.map(({ text }) => text).join('\n') };
    }),
  );
}
