import type { WeekStart } from '../../schemas/shapes/workspace-defaults.ts';

/** 0: Sunday … 6: Saturday */
export type FirstDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const DAYS: Readonly<Record<WeekStart, FirstDay>> = { sunday: 0, monday: 1, saturday: 6 };

interface WeekInfo {
  /** 1: Monday … 7: Sunday */
  readonly firstDay: number;
}

const ofTags = new Map<string, FirstDay>();

/** The first day of a week in a calendar: as the workspace chose, else as the reader's region has it. @param tag BCP 47 */
export function firstDayOf(tag: string, chosen: WeekStart | null): FirstDay {
  if (chosen !== null) return DAYS[chosen];
  // Reading it from Intl takes as long as a query.
  const known = ofTags.get(tag) ?? firstDayOfRegion(tag);
  ofTags.set(tag, known);
  return known;
}

/** Runtimes have it as a property, as a method, or not at all: then Monday. */
function firstDayOfRegion(tag: string): FirstDay {
  const known = new Intl.Locale(tag) as { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as FirstDay;
}
