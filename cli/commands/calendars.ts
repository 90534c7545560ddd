import type { Command } from 'commander';
import pc from 'picocolors';
import { PROVIDER_NAMES } from '../../domain/accounts/providers.ts';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { calendars } from '../../schemas/operations/calendars.ts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { BLOCKS_NOTHING, registerConnect } from './connect-calendar.ts';
import { sure } from './sure.ts';

export const registerCalendars = (program: Command): void => {
  const all = program.command('calendars');
  all.command('list', { isDefault: true }).description('List them').action(action(listCalendars));
  registerConnect(all);
  all
    .command('choose <account>')
    .description('What its calendars do; an account is named by its id or address, a calendar by its id or name')
    .option('--blocks <calendar>', 'its busy times are not offered; repeat it for each one, none: no calendar', collect)
    .option('--writes <calendar>', 'new bookings are written there; none: to no calendar of this account')
    .action(action(choose));
  all
    .command('retry <bookingId>')
    .description('Write a meeting to its calendar again, after that failed, or after you moved or deleted its event')
    .option('--move', 'you moved its event: move the meeting there instead; its guests get a mail')
    .action(action(retry));
  all
    .command('disconnect <account>')
    .description('End a connection: its times block nothing any more, bookings stay')
    .option('--yes', 'do not ask')
    .action(action(disconnect));
};

type Listed = OutputOf<typeof calendars.listCalendars>;
type Connection = Listed['calendars'][number];

async function listCalendars(session: Session): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(calendars.listCalendars, {});
  output.answer(answer, () => {
    output.table(
      ['Provider', 'Account', 'State', 'Read', 'Blocks', 'Writes', 'Whose', 'Id'],
      answer.calendars.map(rowOf),
      NONE,
    );
    for (const connection of answer.calendars) {
      const problem = problemOf(connection);
      if (problem !== null) output.line(pc.yellow(`${connection.email}: ${problem}`));
    }
    for (const meeting of answer.unwritten) output.line(pc.yellow(unwrittenLine(meeting)));
  });
}

/** In the words of this tool: what to run. */
const problemOf = ({ id, provider, seatStatus, problem }: Connection): string | null =>
  seatStatus === 'reconnect_required'
    ? `The provider refuses our access. Connect it again: holdfast calendars connect ${provider} --again ${id}`
    : problem;

function unwrittenLine({ event, guest, startAt, failure, movedTo, bookingId }: Listed['unwritten'][number]): string {
  const retry = `holdfast calendars retry ${bookingId}`;
  const meeting = `${event} with ${guest}`;
  return movedTo
    ? `Moved in your calendar only: ${meeting}, from ${startAt} to ${movedTo.startAt}. Put it back: ${retry}. Move the meeting: ${retry} --move`
    : `Not in your calendar (${failure ?? 'deleted'}): ${meeting}, ${startAt}. ${retry}`;
}

const NONE = 'No calendar is connected. Connect one: holdfast calendars connect google';

const STATES: Readonly<Record<Connection['seatStatus'], string>> = {
  active: 'active',
  unassigned: 'blocks nothing',
  reconnect_required: pc.red('connect again'),
};

function rowOf(connection: Connection): string[] {
  const { id, provider, seatStatus, asOf, calendars: own, host } = connection;
  const written = own.find(({ isWritten }) => isWritten)?.name ?? '';
  const state = STATES[seatStatus];
  return [provider, connection.email, state, agoOf(asOf), blockingOf(connection), written, host.name, id];
}

/** Names of the calendars that block; of a host who chose bookings alone, why none does. */
const blockingOf = ({ conflictSource, calendars: own }: Connection): string =>
  conflictSource === 'bookings_only' ? 'nothing (bookings alone)' : namesOf(own.filter(({ blocks }) => blocks));

/** "20 s ago" */
function agoOf(instant: string | null): string {
  if (instant === null) return 'not yet';
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(instant)) / 1_000));
  return seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`;
}

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** One address may have an account at each. */

const NO_CALENDAR = 'none';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface ChooseOptions {
  readonly blocks?: readonly string[];
  readonly writes?: string;
}

async function choose(session: Session, account: string, { blocks, writes }: ChooseOptions): Promise<void> {
  const { output } = session;
  const connection = await findConnection(session, account);
  if (blocks === undefined && writes === undefined)
    throw usageError(
      `Nothing was changed: give --blocks or --writes. ${connection.email} has: ${namesOf(connection.calendars)}`,
    );
  const answer = await session.keyed().call(calendars.updateCalendar, {
    connectionId: connection.id,
    ...(blocks === undefined
      ? {}
      : { blocking: without(blocks).map((one) => calendarOf(connection, one, '--blocks')) }),
    ...(writes === undefined
      ? {}
      : { writeTo: writes === NO_CALENDAR ? null : calendarOf(connection, writes, '--writes') }),
  });
  output.answer(answer, () => {
    const own = answer.connection.calendars;
    output.line(
      answer.connection.conflictSource === 'bookings_only'
        ? BLOCKS_NOTHING
        : `Blocks your time: ${blockingOf(answer.connection) || 'no calendar of this account'}`,
    );
    output.line(`Takes new bookings: ${own.find((one) => one.isWritten)?.name ?? 'no calendar of this account'}`);
  });
}

const without = (named: readonly string[]): readonly string[] => named.filter((one) => one !== NO_CALENDAR);

const namesOf = (some: readonly { readonly name: string }[]): string => some.map(({ name }) => name).join(', ');

/** @throws CliError unless exactly one account is named */
async function findConnection(session: Session, account: string): Promise<Connection> {
  const { calendars: all } = await session.keyed().call(calendars.listCalendars, {});
  const found = all.filter(({ id, email }) => id === account || email?.toLowerCase() === account.toLowerCase());
  const [connection] = found;
  if (connection && found.length === 1) return connection;
  throw usageError(
    connection
      ? `Several connections are of ${account}. Name one by its id: ${found.map(({ id, provider }) => `${id} (${PROVIDER_NAMES[provider]})`).join(', ')}`
      : `No account ${account} is connected. holdfast calendars lists ids and addresses.`,
  );
}

/** An id that is listed no more goes on: a repeat answers the same. */
async function findToDisconnect(session: Session, account: string): Promise<{ id: string; name: string }> {
  const { calendars: all } = await session.keyed().call(calendars.listCalendars, {});
  const listed = all.find(({ id }) => id === account);
  if (!listed && UUID.test(account)) return { id: account, name: account };
  const { id, email, provider } = listed ?? (await findConnection(session, account));
  return { id, name: `${email} (${PROVIDER_NAMES[provider]})` };
}

/** @throws CliError unless exactly one calendar is named */
function calendarOf(connection: Connection, named: string, option: string): string {
  const { calendars: own } = connection;
  const found = own.filter(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase());
  const [calendar] = found;
  if (calendar && found.length === 1) return calendar.id;
  throw usageError(
    calendar
      ? `${option}: several calendars of ${connection.email} are called ${named}. Name one by its id: ${found.map(({ id }) => id).join(', ')}`
      : `${option}: ${connection.email} has no calendar ${named}. It has: ${namesOf(own)}`,
  );
}

async function retry(session: Session, bookingId: string, { move }: { move?: true }): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(calendars.retryCalendarEvent, {
    bookingId,
    keep: move ? 'event' : 'meeting',
  });
  output.answer(answer, () => output.line(answer.message));
}

async function disconnect(session: Session, account: string, options: { yes?: true }): Promise<void> {
  const { output } = session;
  const { id, name } = await findToDisconnect(session, account);
  const message = `Disconnect ${name}? Its appointments block nothing any more. Bookings and their events stay.`;
  await sure(session, message, options.yes, 'Nothing was disconnected.');
  const answer = await session.keyed().call(calendars.disconnectCalendar, { connectionId: id });
  output.answer(answer, () => {
    output.line(`${name} is disconnected. We delete our tokens, and give our access back where the provider lets us.`);
    output.line(
      'Was it your last one? Guests get no times until you connect another, or offer times by bookings alone:',
    );
    output.line('  holdfast run update_calendar_settings --arg conflictSource=null');
  });
}
