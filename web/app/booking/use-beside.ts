import { useEffect, useState } from 'react';
import type { Picker } from '../../parts/picker-props.ts';
import { dateIn } from '../../picker/civil-month.ts';
import type { OpenMonth } from '../../picker/open-month.ts';
import { shownWeek } from '../../picker/shown-week.ts';
import type { LoadedMonth, MonthRequest } from './open-months.ts';
import type { PickerView } from './use-picker.ts';

/** The other month of a week that has days of two, loaded when such a week is shown. */
export function useBeside(
  { beside: drawn }: Picker,
  { kind, open, asked, status }: PickerView,
  nowMs: number,
  load: (request: MonthRequest) => Promise<LoadedMonth>,
): OpenMonth | null {
  const [beside, setBeside] = useState(drawn);
  const today = dateIn(nowMs, open.timezone);
  const month = kind === 'week' && status === 'ready' ? shownWeek({ open, asked, today }).beside : null;
  const { timezone } = open;
  const isThere = month === null || (beside?.month === month && beside.timezone === timezone);
  useEffect(() => {
    if (isThere || month === null) return;
    let isOver = false;
    void load({ timezone, month }).then((loaded) => {
      if (!isOver && loaded.ok) setBeside(loaded.open);
    });
    return () => {
      isOver = true;
    };
  }, [isThere, month, timezone, load]);
  return beside;
}
