import { PROVIDER_NAMES } from '../accounts/providers.ts';
import type { CalendarProviderName } from '../calendars/remote-event.ts';
import type { Explanation, Finding, OpenWindow } from '../slots/explain.ts';
import type { BusyInterval, EventRules } from '../slots/types.ts';
import { formatMinute } from '../time/civil.ts';
import { bookerLocal, localParts } from '../time/local.ts';
import { bufferOf, buffersToMention, countClashes, isPast, lengthOf, offGrid, type SeenClash } from './why-not.ts';

/** A clash whose times the caller may see. */
export type TimedClash = Pick<BusyInterval, 'startMs' | 'endMs' | 'beforeMs' | 'afterMs'> & {
  readonly kind: 'meeting' | 'event';
};

/** The values that the sentences use in addition to a finding. */
export interface SentenceContext {
  readonly explanation: Explanation;
  readonly rules: EventRules;
  readonly hostName: string;
  /** The clashes, as far as the caller may see them. A calendar is named by its provider. */
  readonly seen: readonly SeenClash<CalendarProviderName>[];
  /** The clashing meetings and events of calendars whose times the caller may see. */
  readonly timed: readonly TimedClash[];
}

/** Returns a finding as one plain sentence, in the host's zone, that an agent can read to the guest. */
export function findingInWords(finding: Finding, context: SentenceContext): string {
  switch (finding.rule) {
    case 'not_a_slot':
      return gridInWords(finding, context);
    case 'too_soon':
      return noticeInWords(finding, context);
    case 'too_far':
      return finding.passes
        ? `It is not too far ahead: ${finding.lastDate} is the last date that can be booked.`
        : `It is too far ahead: the event is booked ${count(finding.maxFutureDays, 'day')} ahead, up to ${finding.lastDate}.`;
    case 'time_off':
      return timeOffInWords(finding, context);
    case 'taken':
      return takenInWords(finding, context);
    case 'limit_reached':
      return limitsInWords(finding);
  }
}

type FindingOf<Rule> = Extract<Finding, { rule: Rule }>;

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;

const inWords = ({ startMinute, endMinute }: OpenWindow): string =>
  `${formatMinute(startMinute)}–${formatMinute(endMinute)}`;

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function gridInWords(
  { passes, window, stepMinutes }: FindingOf<'not_a_slot'>,
  { explanation, rules, hostName }: SentenceContext,
): string {
  const { startMs, timezone, windows } = explanation;
  const { dayOfWeek, dateLocal, timeLocal } = localParts(startMs, timezone);
  if (passes)
    return `${timeLocal} (${timezone}) is a start of ${hostName}’s hours${window ? ` ${inWords(window)}` : ''}.`;
  const cause = offGrid(explanation, windows, stepMinutes, timezone);
  switch (cause.why) {
    case 'closed':
      return `${hostName} is closed on ${dayOfWeek}, ${dateLocal} (${timezone}).`;
    case 'outside': {
      const hours = list(windows.map(inWords));
      return `${timeLocal} is outside ${hostName}’s hours on ${dayOfWeek}, ${dateLocal}: ${hours} (${timezone}).`;
    }
    case 'between': {
      const opens = formatMinute(cause.window.startMinute);
      return `${timeLocal} is between two starts: from ${opens} on there is one every ${count(stepMinutes, 'minute')} (${timezone}).`;
    }
    case 'ends_late': {
      const closes = formatMinute(cause.window.endMinute);
      return `The meeting takes ${count(rules.durationMinutes, 'minute')} and would end after ${hostName} closes at ${closes} (${timezone}).`;
    }
    case 'clocks_change':
      return `Clocks change in ${timezone} that night: ${timeLocal} occurs twice, and only the first one is offered.`;
  }
}

function noticeInWords(
  finding: FindingOf<'too_soon'>,
  { explanation: { startMs, endMs, timezone } }: SentenceContext,
): string {
  const { passes, earliestMs, minimumNoticeMinutes } = finding;
  const { dayOfWeek, dateLocal, timeLocal } = localParts(earliestMs, timezone);
  const earliest = `${dayOfWeek}, ${dateLocal}, ${timeLocal} (${timezone})`;
  if (passes) return `It is not too soon: the earliest start now is ${earliest}.`;
  if (isPast(startMs, earliestMs, minimumNoticeMinutes))
    return `It is in the past: ${bookerLocal(startMs, endMs, timezone).display} has passed.`;
  return `It is too soon: the event is booked ${noticeOf(minimumNoticeMinutes)} ahead at least, so the earliest start now is ${earliest}.`;
}

function noticeOf(minutes: number): string {
  const length = lengthOf(minutes);
  return count(length.count, length.unit);
}

function timeOffInWords(
  { passes, clashes }: FindingOf<'time_off'>,
  { explanation, hostName }: SentenceContext,
): string {
  if (passes) return `${hostName} has no time off then.`;
  const [first] = clashes;
  const when = first ? `: ${bookerLocal(first.startMs, first.endMs, explanation.timezone).display}` : '';
  return `${hostName} has time off then${when}.`;
}

/** "2 meetings and an event in a Google calendar" */
function clashesInWords(seen: SentenceContext['seen']): string {
  const { meetings, holds, others, providers } = countClashes(seen);
  const counted = [
    ...(meetings > 0 ? [count(meetings, 'meeting')] : []),
    ...(holds > 0 ? [count(holds, 'held time')] : []),
    ...(others > 0 ? [count(others, 'other thing')] : []),
  ];
  return list([...counted, ...providers.map((provider) => `an event in a ${PROVIDER_NAMES[provider]} calendar`)]);
}

/** Returns the sentence about the buffer after or before a clash; nothing if clash and start overlap. */
function bufferInWords(clash: TimedClash, { explanation, rules }: SentenceContext): string[] {
  const buffer = bufferOf(explanation, clash, rules);
  if (!buffer) return [];
  const at = (ms: number): string => localParts(ms, explanation.timezone).timeLocal;
  const edge = `${at(buffer.edgeMs)} (${explanation.timezone})`;
  const minutes = count(buffer.minutes, 'minute');
  const whose = buffer.whose === 'that_meeting' ? 'that meeting’s buffer' : 'this event’s buffer';
  return [
    buffer.side === 'after'
      ? `The ${clash.kind} that ends at ${at(clash.endMs)} keeps ${minutes} free after it, until ${edge}: ${whose}.`
      : `The ${clash.kind} at ${at(clash.startMs)} keeps ${minutes} free before it, from ${edge}: ${whose}.`,
  ];
}

function takenInWords({ passes }: FindingOf<'taken'>, context: SentenceContext): string {
  const { hostName, rules, seen, timed } = context;
  if (passes) return `Nothing else is in ${hostName}’s way then.`;
  const buffers = timed.flatMap((clash) => bufferInWords(clash, context));
  const isOnlyBuffers = seen.length > 0 && buffers.length === seen.length;
  const taken = isOnlyBuffers
    ? `The time is free, but too close to ${clashesInWords(seen)} of ${hostName}`
    : `${hostName} is taken then by ${clashesInWords(seen)}`;
  const { bufferBeforeMinutes: before, bufferAfterMinutes: after } = rules;
  switch (buffersToMention(seen, buffers.length)) {
    case 'figures':
      return [`${taken}.`, ...buffers].join(' ');
    case 'none':
      return `${taken}.`;
    case 'included': {
      const own = before + after > 0 ? ` The event keeps ${before} minutes free before it and ${after} after it.` : '';
      return `${taken}, buffers included.${own}`;
    }
  }
}

function limitsInWords({ passes, periods }: FindingOf<'limit_reached'>): string {
  if (periods.length === 0) return 'The event has no limit of meetings.';
  const counts = list(periods.map(({ per, booked, limit }) => `${booked} of ${limit} a ${per}`));
  return passes ? `There is room: ${counts} booked.` : `The limit of meetings is reached: ${counts} booked.`;
}
