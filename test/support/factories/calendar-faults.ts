import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';

/**
 * What an activity does when a provider fails, by step and fault. A cell is what the first try says: all agrees after the next one. Or the reason
 * why there is nothing to test here, and which test shows it instead.
 */
export const PROVIDERS = ['google', 'microsoft'] as const;
const NO_PUSH = 'not here: only a change is pushed, and pushes lead to readings (calendar-sync.test.ts › pushes)';
const NO_CURSOR = 'not here: only readings have a cursor';
const NO_PAGES = 'not here: only readings have pages';
const LATER = { first: 'later' } as const;
const none = (why: string) => ({ why }) as const;

const COMMON = {
  lostPush: none(NO_PUSH),
  duplicatePush: none(NO_PUSH),
  earlyPush: none(NO_PUSH),
  pagingChanges: none(NO_PAGES),
  '410': none(NO_CURSOR),
} as const;

type Cell = { readonly first: string } | { readonly why: string };
export type Step = 'calendars' | 'exchange' | 'refresh' | 'sync' | 'commit' | 'write';
type Table = Readonly<Record<Step, Readonly<Record<string, Cell | Readonly<Record<CalendarProviderName, Cell>>>>>>;

/** Graph has no quota in its 403: this one refuses the call, and the permission still stands. */
export const FAULT_TABLE: Table = {
  calendars: {
    ...COMMON,
    '401': { first: 'refused' },
    '403': { google: { first: 'away' }, microsoft: { first: 'refused' } },
    '429': { first: 'away' },
    '5xx': { first: 'away' },
    slow: { first: 'done' },
    cut: { first: 'away' },
    cutBefore: { first: 'away' },
  },
  exchange: {
    ...COMMON,
    '401': { first: 'refused' },
    '403': { first: 'refused' },
    '429': { first: 'away' },
    '5xx': { first: 'away' },
    slow: { first: 'done' },
    cut: { first: 'away' },
    cutBefore: { first: 'away' },
  },
  refresh: {
    ...COMMON,
    '401': { first: 'away' },
    '403': { first: 'away' },
    '429': { first: 'away' },
    '5xx': { first: 'away' },
    slow: { first: 'done' },
    cut: { first: 'away' },
    cutBefore: { first: 'away' },
  },
  sync: {
    ...COMMON,
    '401': { first: 'read' },
    '403': LATER,
    '410': { first: 'read' },
    '429': LATER,
    '5xx': LATER,
    slow: { first: 'read' },
    cut: LATER,
    cutBefore: LATER,
    pagingChanges: { first: 'read' },
    earlyPush: { first: 'read' },
  },
  commit: {
    ...COMMON,
    '401': { first: 'busy' },
    '403': { first: 'away' },
    '429': { first: 'away' },
    '5xx': { first: 'away' },
    slow: { first: 'away' },
    cut: { first: 'away' },
    cutBefore: { first: 'away' },
  },
  write: {
    ...COMMON,
    '401': { first: 'written' },
    '403': { google: { first: 'due' }, microsoft: { first: 'failed' } },
    '429': { first: 'due' },
    '5xx': { first: 'due' },
    slow: { first: 'written' },
    cut: { first: 'due' },
    cutBefore: { first: 'due' },
  },
};

/** Cells of a step that are tested. */
export const cells = (step: Step): [CalendarProviderName, string, string][] =>
  PROVIDERS.flatMap((provider) =>
    Object.entries(FAULT_TABLE[step]).flatMap(([kind, of]): [CalendarProviderName, string, string][] => {
      const cell = 'google' in of ? of[provider] : of;
      return 'first' in cell ? [[provider, kind, cell.first]] : [];
    }),
  );
