import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { DAY_MS, MINUTE_MS } from '../../../../domain/time/civil.ts';
import { localParts } from '../../../../domain/time/local.ts';
import type { Finding, HostFindings, SlotExplanation } from '../../../../schemas/shapes/slot-explanation.ts';
import { clockWords, dayWords, meetingTime, momentWords } from '../../../parts/meeting-time.ts';
import type { Locale } from '../../../texts/locale.ts';
import { reasonWords } from './reason-words.ts';

type Times = Pick<SlotExplanation, 'startAt' | 'endAt'>;
type Clash = NonNullable<Finding['clashes']>[number];
type Words = (typeof reasonWords)['en'];

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
  const told = { host, slot, locale, words: reasonWords[locale.language], zone: host.timezone ?? 'UTC' };
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
      return words.taken(name, clashList(finding.clashes ?? [], told));
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

/** Whole days, else whole hours, else minutes. */
function minutesIn(minutes: number, locale: Locale): string {
  if (minutes > 0 && (minutes * MINUTE_MS) % DAY_MS === 0)
    return lengthIn('day', (minutes * MINUTE_MS) / DAY_MS, locale);
  return minutes > 0 && minutes % 60 === 0
    ? lengthIn('hour', minutes / 60, locale)
    : lengthIn('minute', minutes, locale);
}

/** "Tuesday, 1 December 2026, 09:00 – 09:30"; the zone is said with the hours. */
function stretchIn(startAt: string, endAt: string, zone: string, locale: Locale): string {
  const { day, range } = meetingTime(Date.parse(startAt), Date.parse(endAt), zone, locale);
  return `${day}, ${range}`;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function gridSentence({ stepMinutes = 1 }: Finding, { host, slot, locale, words, zone }: Told): string {
  const startMs = Date.parse(slot.startAt);
  const { dateLocal, minuteOfDay } = localParts(startMs, zone);
  const { name } = host.host;
  const day = dayWords(dateLocal, locale, 'long');
  if (host.windows.length === 0) return words.closed(name, words.inZone(day, zone));
  const window = host.windows.find((one) => Date.parse(one.startAt) <= startMs && startMs < Date.parse(one.endAt));
  if (!window) {
    const hours = host.windows.map(({ start, end }) => `${clockWords(start, locale)}–${clockOfEnd(end, locale)}`);
    return words.outside(name, day, words.inZone(listIn(hours, locale), zone));
  }
  if (startMs % MINUTE_MS !== 0 || (minuteOfDay - minuteOf(window.start)) % stepMinutes !== 0)
    return words.between(words.inZone(clockWords(window.start, locale), zone), lengthIn('minute', stepMinutes, locale));
  const endMs = Date.parse(slot.endAt);
  if (endMs > Date.parse(window.endAt)) {
    const length = minutesIn((endMs - startMs) / MINUTE_MS, locale);
    return words.endsLate(length, name, words.inZone(clockOfEnd(window.end, locale), zone));
  }
  return words.clocksChange;
}

/** Midnight after the start is 24:00, which no clock with AM and PM says. */
const clockOfEnd = (end: string, locale: Locale): string => (end === '24:00' ? end : clockWords(end, locale));

function noticeSentence(
  { earliestAt, minimumNoticeMinutes = 0 }: Finding,
  { slot, locale, words, zone }: Told,
): string {
  const earliestMs = Date.parse(earliestAt ?? slot.startAt);
  if (Date.parse(slot.startAt) < earliestMs - minimumNoticeMinutes * MINUTE_MS) return words.over;
  return words.tooSoon(minutesIn(minimumNoticeMinutes, locale), momentWords(earliestMs, zone, locale));
}

/** "a meeting (…) and an event in a Google calendar" */
function clashList(clashes: readonly Clash[], { words, zone, locale }: Told): string {
  const of = (kind: Clash['kind']) => clashes.filter((clash) => clash.kind === kind);
  const [first, ...more] = of('meeting');
  const counted = (count: number, say: (count: number) => string) => (count === 0 ? [] : [say(count)]);
  const meetings =
    first?.startAt && first.endAt && more.length === 0
      ? [words.meetingAt(stretchIn(first.startAt, first.endAt, zone, locale))]
      : counted(of('meeting').length, words.meetings);
  const providers = new Set(of('calendar').flatMap(({ provider }) => (provider ? [provider] : [])));
  return listIn(
    [
      ...meetings,
      ...counted(of('hold').length, words.holds),
      ...counted(of('busy').length, words.others),
      ...[...providers].map((provider) => words.calendar(PROVIDER_NAMES[provider])),
    ],
    locale,
  );
}
