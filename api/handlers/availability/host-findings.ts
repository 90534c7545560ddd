import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { type Explanation, explain, type Finding } from '../../../domain/slots/explain.ts';
import { findingInWords, type TimedClash } from '../../../domain/slots-answer/explain-words.ts';
import { bufferOf, type ClashBuffer } from '../../../domain/slots-answer/why-not.ts';
import { formatMinute } from '../../../domain/time/civil.ts';
import { isoInstant } from '../../../domain/time/local.ts';
import type * as answer from '../../../schemas/shapes/slot-explanation.ts';
import { timeOffKey } from '../../../store/availability/time-off.ts';
import type { BlockedTime } from '../../../store/bookable/availability-snapshot.ts';
import { blocking } from '../../../store/booking/time-blocks.ts';
import type { CalendarClash } from '../../../store/calendars/clashes.ts';

/** The facts by which one host is evaluated. */
export interface HostFacts {
  /** The event as this host hosts it. */
  readonly event: BookableEvent;
  readonly blocked: readonly BlockedTime[];
  readonly isArchived: boolean;
  /** The id of a meeting to ignore. */
  readonly exceptBookingId?: string | undefined;
  readonly now: number;
}

/** The clashes that the caller may see. */
export interface VisibleClashes {
  /** Ids of meetings and holds. */
  readonly bookings: ReadonlySet<string>;
  /** Keys from `timeOffKey`. */
  readonly timeOff: ReadonlySet<string>;
  /** Events of the hosts whose calendars the caller may see. */
  readonly calendars: readonly CalendarClash[];
}

/** The result for one host: the findings that block the whole event, and the engine's explanation of the start. */
export interface HostEvaluation {
  readonly facts: HostFacts;
  readonly blockers: readonly answer.Finding[];
  /** null: the host has no schedule, so there is nothing to explain */
  readonly explanation: Explanation | null;
}

const blocker = (rule: answer.SlotRule, sentence: string): answer.Finding => ({ rule, passes: false, sentence });

function blockersOf({ event, isArchived }: HostFacts): answer.Finding[] {
  const { eventType, host, schedule, workspace } = event;
  return [
    isArchived && blocker('event_archived', `The event type "${eventType.name}" is archived and takes no bookings.`),
    workspace.locked &&
      blocker('workspace_locked', 'The workspace is inactive (unpaid, or without an owner) and takes no bookings.'),
    !schedule && blocker('no_schedule', `${host.name} has no schedule for this event, so no open hours.`),
    host.calendar === 'broken' &&
      blocker(
        'no_calendar',
        `${host.name}’s calendar cannot be read, and without it nothing is offered. ${host.name} has to connect it again, or choose that bookings alone count.`,
      ),
  ].filter((finding) => finding !== false);
}

/** Evaluates a start for one host, as lists and bookings do. */
export function evaluateHost(facts: HostFacts, startMs: number): HostEvaluation {
  const { event, blocked, exceptBookingId, now } = facts;
  const { host, rules, schedule } = event;
  const explanation =
    schedule &&
    explain({
      host: { hostId: host.id, schedule, busy: blocking(blocked, now, exceptBookingId) },
      rules,
      startMs,
      now,
    });
  return { facts, blockers: blockersOf(facts), explanation };
}

/** Returns the clashing time blocks. The engine returns the objects that it received, so their type is known. */
export const clashesOf = ({ explanation }: HostEvaluation): readonly BlockedTime[] =>
  explanation?.findings.flatMap((finding) =>
    finding.rule === 'taken' ? (finding.clashes as readonly BlockedTime[]) : [],
  ) ?? [];

/** Returns whether the host has time off then. */
export const hasTimeOff = ({ explanation }: HostEvaluation): boolean =>
  explanation?.findings.some(({ rule, passes }) => rule === 'time_off' && !passes) ?? false;

type Clash = NonNullable<answer.Finding['clashes']>[number];

/** An event of a calendar has no buffers of its own. */
const timesOf = ({ startMs, endMs }: CalendarClash) => ({ startMs, endMs, beforeMs: 0, afterMs: 0 });

function toCalendarClash(clash: CalendarClash, { explanation, facts }: ExplainedHost): Clash {
  const { startMs, endMs, connectionId, provider, asOf } = clash;
  const buffer = bufferOf(explanation, timesOf(clash), facts.event.rules);
  return {
    ...{ kind: 'calendar', startAt: isoInstant(startMs), endAt: isoInstant(endMs), connectionId, provider },
    ...(buffer ? { buffer: bufferView(buffer) } : {}),
    asOf: asOf?.toISOString() ?? null,
  };
}

/** Returns the events of calendars among these clashes that the caller may see, by connection. */
const visibleEvents = (
  clashes: readonly BlockedTime[],
  { facts }: HostEvaluation,
  { calendars }: VisibleClashes,
): CalendarClash[] =>
  calendars.filter(
    (one) =>
      one.hostId === facts.event.host.id &&
      clashes.some(({ bookingId, startMs, endMs }) => bookingId === null && startMs < one.endMs && one.startMs < endMs),
  );

/** Returns the clashes for the answer: each time block, and the host's calendars by connection. */
function toClashes(clashes: readonly BlockedTime[], asked: ExplainedHost, visible: VisibleClashes): Clash[] {
  const { explanation, facts } = asked;
  const { rules } = facts.event;
  const ofCalendars = clashes.filter(({ bookingId }) => bookingId === null);
  const seen = visibleEvents(clashes, asked, visible);
  const blocked = clashes
    .filter(({ bookingId }) => bookingId !== null)
    .map((clash) => toClash(clash, visible.bookings, bufferOf(explanation, clash, rules)));
  if (seen.length > 0) return [...blocked, ...seen.map((clash) => toCalendarClash(clash, asked))];
  return [...blocked, ...ofCalendars.map(() => ({ kind: 'busy' as const }))];
}

const bufferView = ({ edgeMs, ...buffer }: ClashBuffer): NonNullable<Clash['buffer']> => ({
  ...buffer,
  edgeAt: isoInstant(edgeMs),
});

/** Returns a clash with its id if the caller may see it, else only as busy. */
function toClash(
  { bookingId, startMs, endMs, firmUntilMs }: BlockedTime,
  nameable: ReadonlySet<string>,
  buffer: ClashBuffer | null,
): Clash {
  if (bookingId === null || !nameable.has(bookingId)) return { kind: 'busy' };
  const times = {
    ...{ startAt: isoInstant(startMs), endAt: isoInstant(endMs) },
    ...(buffer ? { buffer: bufferView(buffer) } : {}),
  };
  return firmUntilMs === null
    ? { kind: 'meeting', bookingId, ...times }
    : { kind: 'hold', ...times, until: isoInstant(firmUntilMs) };
}

/** Removes the times of time off that was entered in another workspace. */
const visiblePart = (finding: Finding, hostId: string, { timeOff }: VisibleClashes): Finding =>
  finding.rule === 'time_off'
    ? { ...finding, clashes: finding.clashes.filter((clash) => timeOff.has(timeOffKey(hostId, clash))) }
    : finding;

/** A host whose start was explained. */
type ExplainedHost = HostEvaluation & { readonly explanation: Explanation };

function numbersOf(finding: Finding, asked: ExplainedHost, visible: VisibleClashes): Partial<answer.Finding> {
  switch (finding.rule) {
    case 'not_a_slot':
      return { stepMinutes: finding.stepMinutes };
    case 'too_soon':
      return { earliestAt: isoInstant(finding.earliestMs), minimumNoticeMinutes: finding.minimumNoticeMinutes };
    case 'too_far':
      return { lastDate: finding.lastDate, maxFutureDays: finding.maxFutureDays };
    case 'time_off':
      return {
        clashes: finding.clashes.map(({ startMs, endMs }) => ({
          kind: 'time_off',
          startAt: isoInstant(startMs),
          endAt: isoInstant(endMs),
        })),
      };
    case 'taken':
      return { clashes: toClashes(finding.clashes as readonly BlockedTime[], asked, visible) };
    case 'limit_reached':
      return { limits: [...finding.periods] };
  }
}

/** Returns the clashes with their times, as far as the caller may see them. */
function timedClashes(evaluation: HostEvaluation, visible: VisibleClashes): TimedClash[] {
  const clashes = clashesOf(evaluation);
  return [
    ...clashes
      .filter(({ bookingId }) => bookingId !== null && visible.bookings.has(bookingId))
      .map((clash) => ({ ...clash, kind: 'meeting' as const })),
    ...visibleEvents(clashes, evaluation, visible).map((clash) => ({ ...timesOf(clash), kind: 'event' as const })),
  ];
}

/** Returns one host's findings for the answer. @param asOf when the host's calendars were read */
export function toHostFindings(
  evaluation: HostEvaluation,
  visible: VisibleClashes,
  asOf: Date | null,
): answer.HostFindings {
  const { facts, blockers, explanation } = evaluation;
  const { host, rules } = facts.event;
  const findings = [
    ...blockers,
    ...(explanation?.findings.map((complete) => {
      const finding = visiblePart(complete, host.id, visible);
      const numbers = numbersOf(finding, { ...evaluation, explanation }, visible);
      return {
        rule: finding.rule,
        passes: finding.passes,
        sentence: findingInWords(finding, {
          ...{ explanation, rules, hostName: host.name, seen: numbers.clashes ?? [] },
          timed: timedClashes(evaluation, visible),
        }),
        ...numbers,
      };
    }) ?? []),
  ];
  const failed = findings.find(({ passes }) => !passes);
  return {
    host: { id: host.id, name: host.name, username: host.username },
    offered: failed === undefined,
    reason: failed?.rule ?? null,
    timezone: explanation?.timezone ?? null,
    date: explanation?.dateLocal ?? null,
    windows:
      explanation?.windows.map(({ startMinute, endMinute, startMs, endMs }) => ({
        start: formatMinute(startMinute),
        end: formatMinute(endMinute),
        startAt: isoInstant(startMs),
        endAt: isoInstant(endMs),
      })) ?? [],
    findings,
    calendarsAsOf: asOf?.toISOString() ?? null,
  };
}
