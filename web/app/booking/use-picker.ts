import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { pickerWords } from '../../../texts/en/pages/times.ts';
import { translated } from '../../../texts/translated.ts';
import { type Locale, useLocale } from '../../parts/locale.ts';
import { dayWords, zoneName } from '../../parts/meeting-time.ts';
import type { Picker, PickerKind } from '../../parts/picker-props.ts';
import { asDate, asMonth, monthOf } from '../../picker/civil-month.ts';
import { chosenDay, type OpenMonth, unknownMonth } from '../../picker/open-month.ts';
import { todaysName } from '../../picker/zone-names.ts';
import { type LoadedMonth, type MonthRequest, OpenMonths } from './open-months.ts';
import type { CallProblem } from './slots-call.ts';
import { useKeptHeight } from './use-kept-height.ts';

/** What the picker shows, and why. */
export interface PickerView {
  readonly kind: PickerKind;
  readonly open: OpenMonth;
  readonly asked: string | null;
  readonly status: 'ready' | 'loading' | 'failed';
  readonly problem: CallProblem | null;
  readonly zoneSource: Picker['zoneSource'];
  readonly announcement: string;
}

interface PickerRequest {
  readonly timezone: string;
  readonly zoneSource: Picker['zoneSource'];
  readonly month: string | undefined;
  readonly date: string | undefined;
  /** keeps the shown month until the new one is loaded, also if that fails */
  readonly isQuiet?: boolean;
}

export interface PickerState {
  readonly view: PickerView;
  choose(date: string): void;
  show(month: string, date?: string): void;
  showWeek(date: string): void;
  showAs(kind: PickerKind): void;
  load(request: MonthRequest): Promise<LoadedMonth>;
  prepare(month: string): void;
  changeZone(timezone: string): void;
  retry(): void;
}

/** What a guest sees and can do with a script: months come from the public slots operation, the address follows. */
export function usePicker(drawn: Picker, now: () => number): PickerState {
  const locale = useLocale();
  const [view, setView] = useState<PickerView>(() => firstView(drawn));
  const months = useMemo(() => new OpenMonths(drawn.place, drawn.open, now), [drawn.place, drawn.open, now]);
  const turn = useRef(0);
  const last = useRef<PickerRequest | null>(null);

  const go = useCallback(
    async (request: PickerRequest) => {
      const mine = ++turn.current;
      last.current = request;
      const known = months.at(request);
      if (!known && !request.isQuiet) setView((before) => waiting(before, request, locale));
      const loaded = known ? { ok: true as const, open: known } : await months.load(request);
      if (mine !== turn.current) return;
      if (loaded.ok) {
        setView((before) => arrived(before, loaded.open, request, locale));
      } else if (!request.isQuiet) {
        setView((before) => ({ ...before, status: 'failed', problem: loaded.problem, announcement: '' }));
      }
    },
    [months, locale],
  );

  useZoneOfBrowser(drawn, go, () => setView((before) => ({ ...before, zoneSource: 'guest' })));
  useAddress(view);
  useKeptHeight(view.status === 'loading');
  const retry = useCallback(() => void (last.current && go(last.current)), [go]);
  useOnline(retry, view.status === 'failed');

  const { timezone } = view.open;
  const { zoneSource } = view;
  return {
    view,
    choose(date) {
      setView((before) => ({ ...before, asked: date, announcement: sayDay(before.open, date, locale) }));
    },
    show: (month, date) => void go({ timezone, zoneSource, month, date }),
    showWeek(date) {
      if (monthOf(date) === view.open.month) setView((before) => ({ ...before, asked: date, announcement: '' }));
      else void go({ timezone, zoneSource, month: monthOf(date), date });
    },
    showAs: (kind) => setView((before) => shownAs(before, kind, locale)),
    load: useCallback((request) => months.load(request), [months]),
    prepare: (month) => void months.load({ timezone, month }),
    changeZone: (zone) =>
      void go({ timezone: zone, zoneSource: 'guest', month: view.open.month, date: view.asked ?? undefined }),
    retry,
  };
}

/** Calls back when the browser has a network again. */
function useOnline(onOnline: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [onOnline, isWanted]);
}

/** The day with times that is shown. */
const dayOf = ({ open, asked }: PickerView): string | null => chosenDay(open, asked ?? undefined)?.date ?? null;

const firstView = ({ view, open, asked, zoneSource }: Picker): PickerView => ({
  kind: view,
  open,
  asked,
  status: 'ready',
  problem: null,
  zoneSource,
  announcement: '',
});

function waiting(before: PickerView, { timezone, zoneSource, month, date }: PickerRequest, locale: Locale): PickerView {
  const open = unknownMonth(month ?? before.open.month, { ...before.open, timezone });
  const announcement = translated(pickerWords, locale.language).loading(dayWords(`${open.month}-01`, locale, 'month'));
  return { ...before, open, asked: date ?? null, status: 'loading', problem: null, zoneSource, announcement };
}

function arrived(before: PickerView, open: OpenMonth, request: PickerRequest, locale: Locale): PickerView {
  // Keeps a day that was chosen meanwhile.
  const date = request.isQuiet ? (before.asked ?? request.date) : request.date;
  const { month } = translated(pickerWords, locale.language);
  const said = month.open(dayWords(`${open.month}-01`, locale, 'month'), open.days.length);
  const zone =
    before.open.timezone === open.timezone && before.zoneSource === request.zoneSource
      ? ''
      : month.zoneNow(zoneName(open.timezone, locale));
  return {
    kind: before.kind,
    open,
    asked: date !== undefined && monthOf(date) === open.month ? date : null,
    status: 'ready',
    problem: null,
    zoneSource: request.zoneSource,
    announcement: `${zone} ${said}`.trim(),
  };
}

/** The other view. The day that is shown stays. */
function shownAs(before: PickerView, kind: PickerKind, locale: Locale): PickerView {
  const { week } = translated(pickerWords, locale.language);
  const announcement = kind === 'week' ? week.shown : week.monthShown;
  return { ...before, kind, asked: before.asked ?? dayOf(before), announcement };
}

function sayDay(open: OpenMonth, date: string, locale: Locale): string {
  const count = open.days.find((day) => day.date === date)?.times.length ?? 0;
  return translated(pickerWords, locale.language).month.dayWithTimes(dayWords(date, locale), count);
}

/** A first visit without a zone changes to the browser's zone if the service knows it. The page does not wait for it. */
function useZoneOfBrowser(drawn: Picker, go: (request: PickerRequest) => Promise<void>, keep: () => void): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || !drawn.mayDetectZone) return;
    isAsked.current = true;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!timeZone) return;
    const timezone = todaysName(timeZone);
    const params = new URLSearchParams(location.search);
    const date = asDate(params.get('date') ?? undefined);
    const month = date === undefined ? asMonth(params.get('month') ?? undefined) : monthOf(date);
    if (timezone !== drawn.open.timezone) void go({ timezone, zoneSource: 'guest', month, date, isQuiet: true });
    else keep();
  }, [drawn, go, keep]);
}

/** Updates the address: a reload or a shared link shows the same month, day and zone. */
function useAddress(view: PickerView): void {
  const first = useRef(view);
  useEffect(() => {
    if (view === first.current || view.status !== 'ready') return;
    const { kind, open, asked, zoneSource } = view;
    const here = new URL(location.href);
    for (const name of ['startAt', 'month', 'date', 'view']) here.searchParams.delete(name);
    if (zoneSource === 'guest') here.searchParams.set('timezone', open.timezone);
    if (kind === 'week') here.searchParams.set('view', kind);
    // A week is shown even if nothing is open in it.
    const date = (kind === 'week' ? asked : null) ?? dayOf(view);
    if (date === null) here.searchParams.set('month', open.month);
    else here.searchParams.set('date', date);
    history.replaceState(history.state, '', here.href);
  }, [view]);
}
