import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { schedules } from '../../schemas/operations/availability/schedules.ts';
import { eventTypes } from '../../schemas/operations/event-types.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { more, type PageOptions, paged, pageOf } from './list-options.ts';
import { sure } from './sure.ts';

const STATES = ['active', 'archived', 'all'] as const;

/** What can be booked, and when: `events` and `hours`. Settings have many parts, so tools make and change them. */
export const registerOffers = (program: Command): void => {
  const events = program.command('events').addHelpText('after', CHANGE_EVENTS);
  paged(events.command('list', { isDefault: true }).description('List them'))
    .addOption(new Option('--status <which>', 'default: active').choices(STATES))
    .option('--host <id>', 'of this member; holdfast members lists ids')
    .action(action(listEvents));
  events.command('show <id>').description('One with all settings, as JSON').action(action(showEvent));
  events
    .command('archive <id>')
    .description('Switch one off: no new bookings; booked meetings stay')
    .option('--yes', 'do not ask')
    .action(action(archiveEvent));
  events.command('restore <id>').description('Switch an archived one on again').action(action(restoreEvent));
  const hours = program.command('hours').addHelpText('after', CHANGE_HOURS);
  paged(hours.command('list', { isDefault: true }).description('List schedules with their weekly hours'))
    .option('--host <id>', 'of this member; holdfast members lists ids')
    .action(action(listHours));
  hours.command('show <id>').description('One schedule with its special dates and time off').action(action(showHours));
};

const CHANGE_EVENTS = `
To make or change one: holdfast run create_event_type, holdfast run update_event_type.
holdfast tools create_event_type shows the arguments.`;
const CHANGE_HOURS = `
To change them: holdfast run update_schedule, add_date_override or add_time_off.
holdfast tools update_schedule shows the arguments.`;

interface EventsOptions extends PageOptions {
  readonly status?: (typeof STATES)[number];
  readonly host?: string;
}

async function listEvents({ output, keyed }: Session, { status, host, ...page }: EventsOptions): Promise<void> {
  const input = { ...pageOf(page), status, hostUserId: host };
  const answer = await keyed().call(eventTypes.listHostEventTypes, input);
  output.answer(answer, () => {
    output.table(
      ['Name', 'Minutes', 'Host', 'State', 'Link', 'Id'],
      answer.eventTypes.map(({ name, durationMinutes, host: by, hidden, archivedAt, bookingUrl, id }) => [
        ...[name, String(durationMinutes), by.name, archivedAt ? 'archived' : hidden ? 'hidden' : 'listed'],
        ...[bookingUrl ?? '', id],
      ]),
      'No event types.',
    );
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

async function showEvent({ output, keyed }: Session, eventTypeId: string): Promise<void> {
  const answer = await keyed().call(eventTypes.getEventType, { eventTypeId });
  output.answer(answer, () => output.line(JSON.stringify(answer, null, 2)));
}

async function archiveEvent(session: Session, eventTypeId: string, { yes }: { readonly yes?: true }): Promise<void> {
  await sure(
    session,
    `Archive ${eventTypeId}? Its link takes no bookings until holdfast events restore.`,
    yes,
    'Nothing was archived.',
  );
  const answer = await session.keyed().call(eventTypes.archiveEventType, { eventTypeId });
  session.output.answer(answer, () =>
    session.output.line(`${eventTypeId} is archived. Meetings that stay: ${answer.upcomingMeetingCount}.`),
  );
}

async function restoreEvent(session: Session, eventTypeId: string): Promise<void> {
  const answer = await session.keyed().call(eventTypes.restoreEventType, { eventTypeId });
  session.output.answer(answer, () =>
    session.output.line(`${answer.eventType.name} takes bookings again: ${answer.eventType.bookingUrl ?? eventTypeId}`),
  );
}

interface HoursOptions extends PageOptions {
  readonly host?: string;
}

async function listHours({ output, keyed }: Session, { host, ...page }: HoursOptions): Promise<void> {
  const answer = await keyed().call(schedules.listSchedules, { ...pageOf(page), userId: host });
  output.answer(answer, () => {
    output.table(
      ['Name', 'Whose', 'Hours', 'Zone', 'Id'],
      answer.schedules.map(({ name, owner, summary, timezone, isDefault, id }) => [
        ...[`${name}${isDefault ? pc.dim(' (default)') : ''}`, owner.name, summary, timezone, id],
      ]),
      'No schedules.',
    );
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

async function showHours({ output, keyed }: Session, scheduleId: string): Promise<void> {
  const answer = await keyed().call(schedules.getSchedule, { scheduleId });
  output.answer(answer, () => {
    output.line(`${pc.bold(answer.name)} of ${answer.owner.name} (${answer.timezone}): ${answer.summary}`);
    for (const { date, windows } of answer.dateOverrides)
      output.line(`${date}: ${windows.map(({ start, end }) => `${start}–${end}`).join(', ') || 'closed'}`);
    for (const { startAt, endAt } of answer.timeOff) output.line(`Time off: ${startAt} to ${endAt}`);
    output.line(`Used by: ${answer.eventTypes.map(({ name }) => name).join(', ') || 'no event type'}`);
  });
}
