import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { buffersToMention, countClashes, isPast, lengthOf, offGrid } from '../../../../domain/slots-answer/why-not.ts';
import { MINUTE_MS } from '../../../../domain/time/civil.ts';
import { localParts } from '../../../../domain/time/local.ts';
import type { Finding, HostFindings, SlotExplanation } from '../../../../schemas/shapes/slot-explanation.ts';
import { reasonWords } from '../../../../texts/en/dashboard/availability.ts';
import { translated } from '../../../../texts/translated.ts';
import type { Locale } from '../../../parts/locale.ts';
import { clockWords, dayWords, meetingTime, momentWords, zoneName } from '../../../parts/meeting-time.ts';

type Times = Pick<SlotExplanation, 'startAt' | 'endAt'>;
type Clash = NonNullable<Finding['clashes']>[number];
type Words = typeof reasonWords;

interface Told {
  readonly host: HostFindings;
  readonly slot: Times;
  readonly locale: Locale;
  readonly words: Words;
  /** of the host's schedule */
  readonly zone: string;
}

/** Every rule that stands in the way of a host, each in a sentence, in the reader's language and with their dates. */
export function reasonsOf(host: HostFindings, slot: Times, locale: Locale): string[] {
  const told = { host, slot, locale, words: translated(reasonWords, locale.language), zone: host.timezone ?? 'UTC' };
  return host.findings.filter(({ passes }) => !passes).map((finding) => sentenceOf(finding, told));
}

function sentenceOf(finding: Finding, told: Told): string {
  const { words, host, locale, zone } = told;
  const { name } = host.host;
  switch (finding.rule) {
    case 'event_archived':
      return words.archived;
    case 'workspace_locked':
      return words.locked;
    case 'no_schedule':
      return words.noSchedule(name);
    case 'no_calendar':
      return words.noCalendar(name);
    case 'not_a_slot':
      return gridSentence(finding, told);
    case 'too_soon':
      return noticeSentence(finding, told);
    case 'too_far':
      return words.tooFar(
        lengthIn('day', finding.maxFutureDays ?? 0, locale),
        finding.lastDate === undefined ? '' : dayWords(finding.lastDate, locale, 'long'),
      );
    case 'time_off': {
      const [off] = finding.clashes ?? [];
      return off?.startAt && off.endAt
        ? words.timeOffAt(name, stretchIn(off.startAt, off.endAt, zone, locale))
        : words.timeOff(name);
    }
    case 'taken':
      return takenSentence(finding.clashes ?? [], told);
    case 'limit_reached':
      return words.limit(
        listIn(
          (finding.limits ?? []).map(({ per, booked, limit }) => words.counts[per](booked, limit)),
          locale,
        ),
      );
  }
}

const lengthIn = (unit: 'minute' | 'hour' | 'day', count: number, { tag }: Locale): string =>
  new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

const listIn = (parts: readonly string[], { tag }: Locale): string =>
  new Intl.ListFormat(tag, { type: 'conjunction' }).format(parts);

function minutesIn(minutes: number, locale: Locale): string {
  const { unit, count } = lengthOf(minutes);
  return lengthIn(unit, count, locale);
}

/** "Tuesday, 1 December 2026, 09:00 – 09:30"; the zone is said with the hours. */
function stretchIn(startAt: string, endAt: string, zone: string, locale: Locale): string {
  const { day, range } = meetingTime(Date.parse(startAt), Date.parse(endAt), zone, locale);
  return `${day}, ${range}`;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function gridSentence({ stepMinutes = 1 }: Finding, { host, slot, locale, words, zone }: Told): string {
  const [startMs, endMs] = [Date.parse(slot.startAt), Date.parse(slot.endAt)];
  const windows = host.windows.map(({ start, end, startAt, endAt }) => ({
    ...{ start, end, startMinute: minuteOf(start), startMs: Date.parse(startAt), endMs: Date.parse(endAt) },
  }));
  const { name } = host.host;
  const day = dayWords(localParts(startMs, zone).dateLocal, locale, 'long');
  const cause = offGrid({ startMs, endMs }, windows, stepMinutes, zone);
  switch (cause.why) {
    case 'closed':
      return words.closed(name, words.inZone(day, zoneName(zone, locale)));
    case 'outside': {
      const hours = windows.map(({ start, end }) => `${clockWords(start, locale)}–${clockOfEnd(end, locale)}`);
      return words.outside(name, day, words.inZone(listIn(hours, locale), zoneName(zone, locale)));
    }
    case 'between': {
      const opens = words.inZone(clockWords(cause.window.start, locale), zoneName(zone, locale));
      return words.between(opens, lengthIn('minute', stepMinutes, locale));
    }
    case 'ends_late': {
      const closes = words.inZone(clockOfEnd(cause.window.end, locale), zoneName(zone, locale));
      return words.endsLate(minutesIn((endMs - startMs) / MINUTE_MS, locale), name, closes);
    }
    case 'clocks_change':
      return words.clocksChange;
  }
}

/** Midnight after the start is 24:00, which no clock with AM and PM says. */
const clockOfEnd = (end: string, locale: Locale): string => (end === '24:00' ? end : clockWords(end, locale));

function noticeSentence(
  { earliestAt, minimumNoticeMinutes = 0 }: Finding,
  { slot, locale, words, zone }: Told,
): string {
  const earliestMs = Date.parse(earliestAt ?? slot.startAt);
  if (isPast(Date.parse(slot.startAt), earliestMs, minimumNoticeMinutes)) return words.over;
  return words.tooSoon(minutesIn(minimumNoticeMinutes, locale), momentWords(earliestMs, zone, locale));
}

function takenSentence(clashes: readonly Clash[], told: Told): string {
  const { words, host } = told;
  const taken = words.taken(host.host.name, clashList(clashes, told));
  const figures = clashes.flatMap((clash) => bufferSentence(clash, told));
  switch (buffersToMention(clashes, figures.length)) {
    case 'figures':
      return [taken, ...figures].join(' ');
    case 'none':
      return taken;
    case 'included':
      return `${taken} ${words.freeMinutes}`;
  }
}

function bufferSentence({ kind, startAt, endAt, buffer }: Clash, { words, zone, locale }: Told): string[] {
  if (!buffer || !startAt || !endAt) return [];
  const at = (instant: string) => clockWords(localParts(Date.parse(instant), zone).timeLocal, locale);
  const minutes = lengthIn('minute', buffer.minutes, locale);
  const edge = words.inZone(at(buffer.edgeAt), zoneName(zone, locale));
  const meetingAt = at(buffer.side === 'after' ? endAt : startAt);
  const keeps = kind === 'calendar' ? words.eventKeeps : words.keeps;
  return [keeps[buffer.side](meetingAt, minutes, edge, words.buffers[buffer.whose])];
}

/** "a meeting (…) and an event in a Google calendar" */
function clashList(clashes: readonly Clash[], { words, zone, locale }: Told): string {
  const { meetings, holds, others, providers } = countClashes(clashes);
  const counted = (count: number, say: (count: number) => string) => (count === 0 ? [] : [say(count)]);
  const only = meetings === 1 ? clashes.find(({ kind }) => kind === 'meeting') : undefined;
  return listIn(
    [
      ...(only?.startAt && only.endAt
        ? [words.meetingAt(stretchIn(only.startAt, only.endAt, zone, locale))]
        : counted(meetings, words.meetings)),
      ...counted(holds, words.holds),
      ...counted(others, words.others),
      ...providers.map((provider) => words.calendar(PROVIDER_NAMES[provider])),
    ],
    locale,
  );
}
