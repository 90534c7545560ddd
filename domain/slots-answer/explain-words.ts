import { PROVIDER_NAMES } from '../accounts/providers.ts';
import type { CalendarProviderName } from '../calendars/remote-event.ts';
import type { Explanation, Finding, OpenWindow } from '../slots/explain.ts';
import type { BusyInterval, EventRules } from '../slots/types.ts';
import { DAY_MS, formatMinute, MINUTE_MS } from '../time/civil.ts';
import { bookerLocal, localParts } from '../time/local.ts';
import { bufferInWords } from './buffer-words.ts';

/** What the sentences use besides a finding. */
export interface Told {
  readonly explanation: Explanation;
  readonly rules: EventRules;
  readonly hostName: string;
  /** What the caller may see of the things in the way; a calendar is named by its provider. */
  readonly seen: readonly SeenClash[];
  /** Meetings in the way whose times the caller may see. */
  readonly meetings: readonly BusyInterval[];
}

export interface SeenClash {
  readonly kind: 'meeting' | 'hold' | 'busy' | 'time_off' | 'calendar';
  readonly provider?: CalendarProviderName | undefined;
}

/** A finding in one plain sentence, in the host's zone, fit to be read to the guest. */
export function findingInWords(finding: Finding, told: Told): string {
  switch (finding.rule) {
    case 'not_a_slot':
      return gridInWords(finding, told);
    case 'too_soon':
      return noticeInWords(finding, told);
    case 'too_far':
      return finding.passes
        ? `It is not too far ahead: ${finding.lastDate} is the last date that can be booked.`
        : `It is too far ahead: the event is booked ${count(finding.maxFutureDays, 'day')} ahead, up to ${finding.lastDate}.`;
    case 'time_off':
      return timeOffInWords(finding, told);
    case 'taken':
      return takenInWords(finding, told);
    case 'limit_reached':
      return limitsInWords(finding);
  }
}

type Of<Rule> = Extract<Finding, { rule: Rule }>;

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;

const inWords = ({ startMinute, endMinute }: OpenWindow): string =>
  `${formatMinute(startMinute)}–${formatMinute(endMinute)}`;

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function gridInWords(
  { passes, window, stepMinutes }: Of<'not_a_slot'>,
  { explanation, rules, hostName }: Told,
): string {
  const { startMs, timezone, windows } = explanation;
  const { dayOfWeek, dateLocal, timeLocal } = localParts(startMs, timezone);
  if (passes)
    return `${timeLocal} (${timezone}) is a start of ${hostName}’s hours${window ? ` ${inWords(window)}` : ''}.`;
  if (windows.length === 0) return `${hostName} is closed on ${dayOfWeek}, ${dateLocal} (${timezone}).`;
  const hours = list(windows.map(inWords));
  if (!window)
    return `${timeLocal} is outside ${hostName}’s hours on ${dayOfWeek}, ${dateLocal}: ${hours} (${timezone}).`;
  const opens = formatMinute(window.startMinute);
  if (!isOnStep(startMs, timezone, window, stepMinutes))
    return `${timeLocal} is between two starts: from ${opens} on there is one every ${count(stepMinutes, 'minute')} (${timezone}).`;
  if (explanation.endMs > window.endMs)
    return `The meeting takes ${count(rules.durationMinutes, 'minute')} and would end after ${hostName} closes at ${formatMinute(window.endMinute)} (${timezone}).`;
  return `Clocks change in ${timezone} that night: ${timeLocal} comes twice, and the first one alone is offered.`;
}

function isOnStep(startMs: number, timezone: string, { startMinute }: OpenWindow, stepMinutes: number): boolean {
  const { minuteOfDay } = localParts(startMs, timezone);
  return startMs % MINUTE_MS === 0 && (minuteOfDay - startMinute) % stepMinutes === 0;
}

function noticeInWords(finding: Of<'too_soon'>, { explanation: { startMs, endMs, timezone } }: Told): string {
  const { passes, earliestMs, minimumNoticeMinutes } = finding;
  const { dayOfWeek, dateLocal, timeLocal } = localParts(earliestMs, timezone);
  const earliest = `${dayOfWeek}, ${dateLocal}, ${timeLocal} (${timezone})`;
  if (passes) return `It is not too soon: the earliest start now is ${earliest}.`;
  const isPast = startMs < earliestMs - minimumNoticeMinutes * MINUTE_MS;
  if (isPast) return `It is over: ${bookerLocal(startMs, endMs, timezone).display} has passed.`;
  return `It is too soon: the event is booked ${noticeOf(minimumNoticeMinutes)} ahead at least, so the earliest start now is ${earliest}.`;
}

function noticeOf(minutes: number): string {
  if (minutes > 0 && (minutes * MINUTE_MS) % DAY_MS === 0) return count((minutes * MINUTE_MS) / DAY_MS, 'day');
  return minutes > 0 && minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute');
}

function timeOffInWords({ passes, clashes }: Of<'time_off'>, { explanation, hostName }: Told): string {
  if (passes) return `${hostName} has no time off then.`;
  const [first] = clashes;
  const when = first ? `: ${bookerLocal(first.startMs, first.endMs, explanation.timezone).display}` : '';
  return `${hostName} has time off then${when}.`;
}

/** "2 meetings and an event in a Google calendar" */
function clashesInWords(seen: readonly SeenClash[]): string {
  const many = (kind: SeenClash['kind']): number => seen.filter((clash) => clash.kind === kind).length;
  const counted = (
    [
      ['meeting', 'meeting'],
      ['hold', 'held time'],
      ['busy', 'other thing'],
    ] as const
  )
    .filter(([kind]) => many(kind) > 0)
    .map(([kind, what]) => count(many(kind), what));
  const providers = new Set(seen.flatMap(({ kind, provider }) => (kind === 'calendar' && provider ? [provider] : [])));
  return list([...counted, ...[...providers].map((provider) => `an event in a ${PROVIDER_NAMES[provider]} calendar`)]);
}

function takenInWords({ passes }: Of<'taken'>, { explanation, hostName, rules, seen, meetings }: Told): string {
  if (passes) return `Nothing else is in ${hostName}’s way then.`;
  const { bufferBeforeMinutes: before, bufferAfterMinutes: after } = rules;
  const buffers = before + after > 0 ? ` The event keeps ${before} minutes free before it and ${after} after it.` : '';
  const figures = meetings.flatMap((one) => bufferInWords(explanation, one, rules, explanation.timezone) ?? []);
  if (figures.length > 0) return [`${hostName} is taken then by ${clashesInWords(seen)}.`, ...figures].join(' ');
  const isCalendarAlone = seen.every(({ kind }) => kind === 'calendar');
  // Buffers are not kept around events of a calendar.
  return `${hostName} is taken then by ${clashesInWords(seen)}${isCalendarAlone ? '.' : `, buffers included.${buffers}`}`;
}

function limitsInWords({ passes, periods }: Of<'limit_reached'>): string {
  if (periods.length === 0) return 'The event has no limit of meetings.';
  const counts = list(periods.map(({ per, booked, limit }) => `${booked} of ${limit} a ${per}`));
  return passes ? `There is room: ${counts} booked.` : `The limit of meetings is reached: ${counts} booked.`;
}
