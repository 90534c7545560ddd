import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { type Explanation, explain, type Finding } from '../../../domain/slots/explain.ts';
import { findingInWords, type TimedClash } from '../../../domain/slots-answer/explain-words.ts';
import { bufferOf, type ClashBuffer } from '../../../domain/slots-answer/why-not.ts';
import { formatMinute } from '../../../domain/time/civil.ts';
import { isoInstant } from '../../../domain/time/local.ts';
import type * as answer from '../../../schemas/shapes/slot-explanation.ts';
import { timeOffKey } from '../../../store/availability/time-off.ts';
import type { ClaimedTime } from '../../../store/bookable/availability-snapshot.ts';
import { blocking } from '../../../store/booking/claims.ts';
import type { CalendarClash } from '../../../store/calendars/clashes.ts';

/** The facts to judge one host by. */
export interface HostFacts {
  /** For this host. */
  readonly event: BookableEvent;
  readonly claims: readonly ClaimedTime[];
  readonly isArchived: boolean;
  /** A meeting to ignore. */
  readonly exceptBookingId?: string | undefined;
  readonly now: number;
}

/** The clashes that the caller may see. */
export interface Visible {
  /** Ids of meetings and holds. */
  readonly bookings: ReadonlySet<string>;
  /** Keys from `timeOffKey`. */
  readonly timeOff: ReadonlySet<string>;
  /** Of the hosts whose calendars the caller may see. */
  readonly calendars: readonly CalendarClash[];
}

/** One host's result: what blocks the event as a whole, and the engine's explanation of the start. */
export interface Judged {
  readonly facts: HostFacts;
  readonly blockers: readonly answer.Finding[];
  /** null: no schedule, so nothing to explain */
  readonly explanation: Explanation | null;
}

const blocker = (rule: answer.SlotRule, sentence: string): answer.Finding => ({ rule, passes: false, sentence });

function blockersOf({ event, isArchived }: HostFacts): answer.Finding[] {
  const { eventType, host, schedule, workspace } = event;
  return [
    isArchived && blocker('event_archived', `The event type "${eventType.name}" is archived and takes no bookings.`),
    workspace.locked &&
      blocker('workspace_locked', 'The workspace is inactive (unpaid, or claimed by nobody) and takes no bookings.'),
    !schedule && blocker('no_schedule', `${host.name} has no schedule for this event, so no open hours.`),
    host.calendar === 'broken' &&
      blocker(
        'no_calendar',
        `${host.name}’s calendar cannot be read, and without it nothing is offered. ${host.name} has to connect it again, or choose that bookings alone count.`,
      ),
  ].filter((finding) => finding !== false);
}

/** Judges a start for one host, exactly as listing and booking do. */
export function judgeHost(facts: HostFacts, startMs: number): Judged {
  const { event, claims, exceptBookingId, now } = facts;
  const { host, rules, schedule } = event;
  const explanation =
    schedule &&
    explain({ host: { hostId: host.id, schedule, busy: blocking(claims, now, exceptBookingId) }, rules, startMs, now });
  return { facts, blockers: blockersOf(facts), explanation };
}

/** The claims that clash. The engine returns the same objects that it was given. */
export const clashesOf = ({ explanation }: Judged): readonly ClaimedTime[] =>
  explanation?.findings.flatMap((finding) =>
    finding.rule === 'taken' ? (finding.clashes as readonly ClaimedTime[]) : [],
  ) ?? [];

/** True if the host has time off then. */
export const isAway = ({ explanation }: Judged): boolean =>
  explanation?.findings.some(({ rule, passes }) => rule === 'time_off' && !passes) ?? false;

type Clash = NonNullable<answer.Finding['clashes']>[number];

/** An event of a calendar has no buffers of its own. */
const timesOf = ({ startMs, endMs }: CalendarClash) => ({ startMs, endMs, beforeMs: 0, afterMs: 0 });

function toCalendarClash(clash: CalendarClash, { explanation, facts }: Asked): Clash {
  const { startMs, endMs, connectionId, provider, asOf } = clash;
  const kept = bufferOf(explanation, timesOf(clash), facts.event.rules);
  return {
    ...{ kind: 'calendar', startAt: isoInstant(startMs), endAt: isoInstant(endMs), connectionId, provider },
    ...(kept ? { buffer: bufferView(kept) } : {}),
    asOf: asOf?.toISOString() ?? null,
  };
}

/** The events of calendars among these clashes that the caller may see, by connection. */
const seenEvents = (clashes: readonly ClaimedTime[], { facts }: Judged, { calendars }: Visible): CalendarClash[] =>
  calendars.filter(
    (one) =>
      one.hostId === facts.event.host.id &&
      clashes.some(({ bookingId, startMs, endMs }) => bookingId === null && startMs < one.endMs && one.startMs < endMs),
  );

/** What is in the way: claims by themselves, and the calendars of the host by connection. */
function toClashes(clashes: readonly ClaimedTime[], asked: Asked, visible: Visible): Clash[] {
  const { explanation, facts } = asked;
  const { rules } = facts.event;
  const ofCalendars = clashes.filter(({ bookingId }) => bookingId === null);
  const seen = seenEvents(clashes, asked, visible);
  const claims = clashes
    .filter(({ bookingId }) => bookingId !== null)
    .map((clash) => toClash(clash, visible.bookings, bufferOf(explanation, clash, rules)));
  if (seen.length > 0) return [...claims, ...seen.map((clash) => toCalendarClash(clash, asked))];
  return [...claims, ...ofCalendars.map(() => ({ kind: 'busy' as const }))];
}

const bufferView = ({ edgeMs, ...kept }: ClashBuffer): NonNullable<Clash['buffer']> => ({
  ...kept,
  edgeAt: isoInstant(edgeMs),
});

/** A clash with its id if the caller may see it, else only as busy. */
function toClash(
  { bookingId, startMs, endMs, firmUntilMs }: ClaimedTime,
  nameable: ReadonlySet<string>,
  kept: ClashBuffer | null,
): Clash {
  if (bookingId === null || !nameable.has(bookingId)) return { kind: 'busy' };
  const times = {
    ...{ startAt: isoInstant(startMs), endAt: isoInstant(endMs) },
    ...(kept ? { buffer: bufferView(kept) } : {}),
  };
  return firmUntilMs === null
    ? { kind: 'meeting', bookingId, ...times }
    : { kind: 'hold', ...times, until: isoInstant(firmUntilMs) };
}

/** Removes the times of time off that was entered in another workspace. */
const visiblePart = (finding: Finding, hostId: string, { timeOff }: Visible): Finding =>
  finding.rule === 'time_off'
    ? { ...finding, clashes: finding.clashes.filter((clash) => timeOff.has(timeOffKey(hostId, clash))) }
    : finding;

/** A host whose start was explained. */
type Asked = Judged & { readonly explanation: Explanation };

function numbersOf(finding: Finding, asked: Asked, visible: Visible): Partial<answer.Finding> {
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
      return { clashes: toClashes(finding.clashes as readonly ClaimedTime[], asked, visible) };
    case 'limit_reached':
      return { limits: [...finding.periods] };
  }
}

/** What is in the way with its times, as far as the caller may see it. */
function timedClashes(judged: Judged, visible: Visible): TimedClash[] {
  const clashes = clashesOf(judged);
  return [
    ...clashes
      .filter(({ bookingId }) => bookingId !== null && visible.bookings.has(bookingId))
      .map((clash) => ({ ...clash, kind: 'meeting' as const })),
    ...seenEvents(clashes, judged, visible).map((clash) => ({ ...timesOf(clash), kind: 'event' as const })),
  ];
}

/** One host, for the answer. @param asOf since when their calendars are known */
export function toHostFindings(judged: Judged, visible: Visible, asOf: Date | null): answer.HostFindings {
  const { facts, blockers, explanation } = judged;
  const { host, rules } = facts.event;
  const findings = [
    ...blockers,
    ...(explanation?.findings.map((given) => {
      const finding = visiblePart(given, host.id, visible);
      const numbers = numbersOf(finding, { ...judged, explanation }, visible);
      return {
        rule: finding.rule,
        passes: finding.passes,
        sentence: findingInWords(finding, {
          ...{ explanation, rules, hostName: host.name, seen: numbers.clashes ?? [] },
          timed: timedClashes(judged, visible),
        }),
        ...numbers,
      };
    }) ?? []),
  ];
  const against = findings.find(({ passes }) => !passes);
  return {
    host: { id: host.id, name: host.name, username: host.username },
    offered: against === undefined,
    reason: against?.rule ?? null,
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
