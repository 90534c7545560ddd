import type { Command } from 'commander';
import { didYouMean, namesNear } from '../domain/names-near.ts';
import { usageError } from './exit.ts';

/** A command by the words of `--help`; its code is loaded when it is called, because loading all takes longer than a call. */
export interface CommandEntry {
  /** Name and arguments, such as `slots <event>`. */
  readonly usage: string;
  readonly summary: string;
  /** Adds the command, and those of the same file. */
  readonly load: () => Promise<(program: Command) => void>;
}

const access = async () => (await import('./commands/access.ts')).registerAccess;
const account = async () => (await import('./commands/account.ts')).registerAccount;
const billing = async () => (await import('./commands/billing.ts')).registerBilling;
const booking = async () => (await import('./commands/booking.ts')).registerBooking;
const calendars = async () => (await import('./commands/calendars.ts')).registerCalendars;
const listen = async () => (await import('./commands/listen.ts')).registerListen;
const login = async () => (await import('./commands/login.ts')).registerLogin;
const machine = async () => (await import('./commands/machine.ts')).registerMachine;
const mcp = async () => (await import('./commands/mcp.ts')).registerMcp;
const meetings = async () => (await import('./commands/meetings.ts')).registerMeetings;
const offers = async () => (await import('./commands/offers.ts')).registerOffers;
const people = async () => (await import('./commands/people.ts')).registerPeople;
const prep = async () => (await import('./commands/prep.ts')).registerPrep;
const tools = async () => (await import('./commands/tools.ts')).registerTools;
const trigger = async () => (await import('./commands/trigger.ts')).registerTrigger;

const entry = (usage: string, load: CommandEntry['load'], summary: string): CommandEntry => ({ usage, load, summary });

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly CommandEntry[] = [
  entry('login', login, 'Get a workspace key; you approve it in the browser, or enter a mailed code'),
  entry('logout', account, 'Revoke the key of this profile and forget it'),
  entry('whoami', account, 'Workspace, person and scopes of the key'),
  entry('slots <event>', booking, 'Open times of an event: workspace/username/event or its link'),
  entry('book <event>', booking, 'Book a slot: mails a code first, then books with it'),
  entry('reschedule <manage-link>', booking, 'Move a meeting, with the manage link or token of its mail'),
  entry('cancel <manage-link>', booking, 'Cancel a meeting, with the manage link or token of its mail'),
  entry('meetings', meetings, 'Meetings of the workspace: list, show, move, cancel, approve, decline'),
  entry('events', offers, 'Event types: what can be booked, with whom, and their links'),
  entry('hours', offers, 'Schedules: when hosts can be booked'),
  entry('teams', people, 'Teams with their members and links'),
  entry('members', people, 'People of the workspace, and invitations'),
  entry('keys', access, 'API keys that this key may see'),
  entry('seats', access, 'Agent seats of the workspace'),
  entry('calendars', calendars, 'Connected calendars: their busy times block slots'),
  entry('billing', billing, 'The plan, until when it is paid, credits that are left, and how much of each cap is used'),
  entry('upgrade <plan>', billing, 'Choose a plan, larger or smaller: you pay in the browser, and this waits for it'),
  entry(
    'prep [booking]',
    prep,
    'What to know before a meeting, and what to ask: its prep pack as Markdown; without an id, of the next one. Waits while it is made',
  ),
  entry('tools [name]', tools, 'The workspace tools that this key may run; with a name, the arguments of one'),
  entry('run <tool>', tools, 'Run a workspace tool, as in: run list_meetings --arg filter=upcoming'),
  entry('listen', listen, 'Forward events of the workspace to a program on this machine, signed as webhooks are'),
  entry('trigger <type>', trigger, 'Make an event really happen, with a test key: booking.created, seat.revoked …'),
  entry('open [what]', machine, 'Open in the browser: home (default), or booking for your booking page'),
  entry('doctor', machine, 'Check settings, key and servers, and say what to do'),
  entry('mcp', mcp, 'Serve the workspace tools over stdio, for desktop agents'),
];

const nameOf = ({ usage }: CommandEntry): string => usage.split(' ')[0] ?? '';

/** Adds the commands: the called one with its code, the others by their words alone. @param called absent: no code */
export async function addCommands(program: Command, called: string | undefined): Promise<void> {
  const entries = COMMANDS.filter((one) => nameOf(one) === called);
  for (const { load } of entries) (await load())(program);
  const loaded = new Map(program.commands.map((command) => [command.name(), command]));
  for (const one of COMMANDS) {
    const command = loaded.get(nameOf(one)) ?? program.command(one.usage);
    command.description(one.summary);
  }
}

/** Adds every command with its code: for completion and for tests. */
export async function addAllCommands(program: Command): Promise<void> {
  for (const load of new Set(COMMANDS.map((one) => one.load))) (await load())(program);
  for (const command of program.commands) {
    const known = COMMANDS.find((one) => nameOf(one) === command.name());
    if (known) command.description(known.summary);
  }
}

/** Where the command stands: the first argument that is no option of the program, after `help` the next. -1: nowhere */
function placeOfCommand(program: Command, args: readonly string[]): number {
  for (let place = 0; place < args.length; place += 1) {
    const arg = args[place] ?? '';
    if (program.options.some(({ long, required }) => long === arg && required)) place += 1;
    else if (!arg.startsWith('-') && arg !== 'help') return place;
  }
  return -1;
}

/** The command that is called. undefined: none, such as `--help`. */
export const calledCommand = (program: Command, args: readonly string[]): string | undefined =>
  args[placeOfCommand(program, args)];

/** Settings have many parts: tools make and change what these commands only list. */
const MADE_BY: Readonly<Record<string, readonly string[]>> = {
  events: ['create_event_type', 'update_event_type'],
  hours: ['create_schedule', 'update_schedule', 'add_date_override', 'add_time_off'],
};

function byTools(command: string): string {
  const [first, ...others] = MADE_BY[command] ?? [];
  if (first === undefined) return ' holdfast tools lists what else this key can do.';
  return ` To make or change one: holdfast run ${[first, ...others].join(', ')}; holdfast tools ${first} shows the arguments.`;
}

/** Else its default command would take the word as an argument too many. @throws CliError with the nearest name */
export function refuseUnknownSubcommand(program: Command, args: readonly string[]): void {
  const place = placeOfCommand(program, args);
  const command = program.commands.find((one) => one.name() === args[place]);
  const word = args[place + 1];
  if (!command || command.commands.length === 0 || word === undefined || word.startsWith('-')) return;
  const names = command.commands.map((one) => one.name());
  if (word === 'help' || names.includes(word)) return;
  throw usageError(
    `holdfast ${command.name()} has no command ${word}.${didYouMean(namesNear(word, names))} It has: ${names.join(', ')}.${byTools(command.name())}`,
  );
}
