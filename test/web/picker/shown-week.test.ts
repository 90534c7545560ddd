import { describe, expect, it } from 'vitest';
import { type OpenMonth, unknownMonth } from '../../../web/picker/open-month.ts';
import { daysOfWeek, shownWeek } from '../../../web/picker/shown-week.ts';

const months = { timezone: 'Europe/Berlin', lastMonth: '2027-01', lastDate: '2027-01-22' };
const month = (name: string, ...dates: string[]): OpenMonth => ({
  ...unknownMonth(name, months),
  days: dates.map((date) => ({ date, times: [] })),
});
const week = (open: OpenMonth, asked: string | null, today = '2026-11-25') => shownWeek({ open, asked, today });

describe('the week that is shown', () => {
  it.each([
    ['from the date that is asked for, open or not', month('2026-12', '2026-12-24'), '2026-12-10', '2026-12-10', null],
    ['from the first open day', month('2026-12', '2026-12-24'), null, '2026-12-24', null],
    ['from today on, if nothing is open', month('2026-11'), null, '2026-11-25', '2026-12'],
    ['from today on, if a day that is gone is asked for', month('2026-11'), '2026-11-20', '2026-11-25', '2026-12'],
    ['from the first of another month', month('2026-12'), null, '2026-12-01', null],
    ['with days of the next month', month('2026-12'), '2026-12-28', '2026-12-28', '2027-01'],
    ['without days of a month that cannot be booked', month('2027-01'), '2027-01-31', '2027-01-31', null],
  ])('is that %s', (_case, open, asked, first, beside) => {
    const shown = week(open, asked);
    expect(shown.dates).toHaveLength(7);
    expect([shown.dates[0], shown.beside]).toEqual([first, beside]);
  });

  it('takes no days of a month in another zone', () => {
    const [november, december] = [month('2026-11', '2026-11-30'), month('2026-12', '2026-12-01')];
    expect([...daysOfWeek(november, december).keys()]).toEqual(['2026-11-30', '2026-12-01']);
    expect([...daysOfWeek(november, { ...december, timezone: 'UTC' }).keys()]).toEqual(['2026-11-30']);
  });
});
