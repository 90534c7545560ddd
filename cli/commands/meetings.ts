import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { localParts } from '../../domain/time/local.ts';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { meetings } from '../../schemas/operations/meetings.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { more, type PageOptions, paged, pageOf } from './list-options.ts';
import { sure } from './sure.ts';

const FILTERS = ['upcoming', 'past', 'canceled', 'pending', 'all'] as const;

export const registerMeetings = (program: Command): void => {
  const all = program.command('meetings');
  paged(all.command('list', { isDefault: true }).description('List them'))
    .addOption(new Option('--filter <which>', 'default: upcoming').choices(FILTERS))
    .option('--from <time>', 'start at this time or later, such as 2026-11-23T09:00Z')
    .option('--to <time>', 'start before this time')
    .option('--timezone <zone>', 'IANA zone of the times; default: that of each host')
    .option('--guest <address>', 'with this guest')
    .action(action(list));
  all
    .command('show <id>')
    .description('One in full, with the answers of the guest')
    .option('--timezone <zone>', 'IANA zone of the time; default: that of the host')
    .action(action(show));
  all
    .command('move <id>')
    .description('Move one to another open slot of its event; guest and host are mailed')
    .requiredOption('--start <time>', 'startUtc of an open slot')
    .option('--timezone <zone>', 'IANA zone of a start without an offset')
    .action(action(move));
  all
    .command('cancel <id>')
    .description('Cancel one; guest and host are mailed')
    .option('--reason <text>', 'for guest and host')
    .option('--yes', 'do not ask')
    .action(action(cancel));
  all.command('approve <id>').description('Confirm a request that waits for approval').action(action(approve));
  all
    .command('decline <id>')
    .description('Refuse a request that waits for approval; the guest is mailed')
    .option('--reason <text>', 'for the guest')
    .option('--yes', 'do not ask')
    .action(action(decline));
};

interface ListOptions extends PageOptions {
  readonly filter?: (typeof FILTERS)[number];
  readonly from?: string;
  readonly to?: string;
  readonly timezone?: string;
  readonly guest?: string;
}

const nameOf = ({ name, email }: { readonly name: string | null; readonly email: string | null }): string =>
  [name, email && `<${email}>`].filter(Boolean).join(' ');

async function list({ output, keyed }: Session, options: ListOptions): Promise<void> {
  const { filter, from, to, timezone: timeZone, guest: inviteeEmail, ...page } = options;
  const answer = await keyed().call(meetings.listMeetings, {
    ...{ ...pageOf(page), filter, from, to, timeZone, inviteeEmail },
  });
  output.answer(answer, () => {
    output.table(
      ['When', 'Event', 'Guest', 'Host', 'Status', 'Id'],
      answer.meetings.map(({ local, eventType, invitee, host, status, id }) => [
        ...[local.display, eventType.name, nameOf(invitee), host.name, status, id],
      ]),
      'No meetings.',
    );
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

/** Lines of one meeting; what it lacks is left out. */
function linesOf(meeting: OutputOf<typeof meetings.getMeeting>): [string, string | null][] {
  const { local, eventType, invitee, host, status, joinUrl, locationDetail, guests, hostNotes, decideBy, id } = meeting;
  const decide = decideBy === null ? null : localParts(Date.parse(decideBy), local.timezone);
  return [
    ['Event', eventType.name],
    ['When', local.display],
    ['Guest', nameOf(invitee)],
    ['Their zone', invitee.timezone],
    ['More guests', guests.join(', ')],
    ['Host', [host, ...(meeting.otherHosts ?? [])].map(({ name }) => name).join(', ')],
    ['Status', status],
    ['Decide by', decide && `${decide.dayOfWeek}, ${decide.dateLocal}, ${decide.timeLocal} (${decide.timezone})`],
    ['Where', joinUrl ?? locationDetail],
    ['Notes', hostNotes],
    ['Id', id],
  ];
}

async function show(
  { output, keyed }: Session,
  bookingId: string,
  { timezone: timeZone }: { readonly timezone?: string },
): Promise<void> {
  const answer = await keyed().call(meetings.getMeeting, { bookingId, timeZone });
  output.answer(answer, () => {
    for (const [name, value] of linesOf(answer)) if (value) output.line(`${pc.bold(name.padEnd(12))}${value}`);
    if (answer.formAnswers.length > 0) output.line(pc.bold('Answers'));
    for (const { label, display } of answer.formAnswers)
      output.line(`  ${label}  ${display.replaceAll(/\s*\n\s*/g, ' / ')}`);
  });
}

async function move(
  { output, keyed }: Session,
  bookingId: string,
  { start: startAt, timezone: timeZone }: { readonly start: string; readonly timezone?: string },
): Promise<void> {
  const answer = await keyed().call(meetings.rescheduleBooking, { bookingId, startAt, timeZone });
  output.answer(answer, () => output.line(answer.message));
}

interface EndOptions {
  readonly reason?: string;
  readonly yes?: true;
}

async function cancel(session: Session, bookingId: string, { reason, yes }: EndOptions): Promise<void> {
  await sure(session, `Cancel ${bookingId}? Guest and host are mailed. It cannot be undone.`, yes, NOTHING);
  const answer = await session.keyed().call(meetings.cancelBooking, { bookingId, reason });
  session.output.answer(answer, () => session.output.line(answer.message));
}

const NOTHING = 'Nothing was changed.';

async function approve({ output, keyed }: Session, bookingId: string): Promise<void> {
  const answer = await keyed().call(meetings.approveBooking, { bookingId });
  output.answer(answer, () => output.line(answer.message));
}

async function decline(session: Session, bookingId: string, { reason, yes }: EndOptions): Promise<void> {
  await sure(session, `Decline ${bookingId}? The guest is mailed. It cannot be undone.`, yes, NOTHING);
  const answer = await session.keyed().call(meetings.declineBooking, { bookingId, reason });
  session.output.answer(answer, () => session.output.line(answer.message));
}
