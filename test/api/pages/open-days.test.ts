import { describe, expect, it } from 'vitest';
import { readOpenDays } from '../../../api/pages/open-days.ts';
import type { Visit } from '../../../api/pages/visit.ts';
import { bookerLocal, isoInstant } from '../../../domain/time/local.ts';

const NOW = Date.parse('2026-11-23T11:20:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A slots answer with what the page reads of it, and the input that was asked with. */
const asking = (
  starts: readonly number[],
  more: { timezone?: string; truncated?: boolean; maxFutureDays?: number } = {},
) => {
  const inputs: Record<string, unknown>[] = [];
  const { timezone = 'Europe/Berlin', truncated = false, maxFutureDays = 60 } = more;
  const output = {
    slots: starts.map((startMs) => ({
      startUtc: isoInstant(startMs),
      bookerLocal: bookerLocal(startMs, startMs + 1_800_000, timezone),
    })),
    availability: { bookerTimezone: timezone, maxFutureDays, truncatedByLimit: truncated },
  };
  const visit = {
    now: NOW,
    ask: async (_area: string, _name: string, input: Record<string, unknown>) => {
      inputs.push(input);
      return { ok: true, output };
    },
  };
  return { visit: visit as unknown as Visit, inputs };
};

const address = { workspace: 'acme', username: 'ada', eventSlug: 'intro' };
const read = async (visit: Visit, from?: string) => {
  const answer = await readOpenDays(visit, address, { timezone: undefined, from });
  if (!answer.ok) throw new Error('refused');
  const { days, earlier, later } = answer.output;
  return {
    first: days[0]?.date,
    last: days.at(-1)?.date,
    counts: days.map(({ times }) => times.length),
    earlier,
    later,
  };
};

describe('the days of a page', () => {
  it('are the week from today, days without times included', async () => {
    const { visit } = asking([NOW + HOUR_MS, NOW + 2 * DAY_MS, NOW + 2 * DAY_MS + HOUR_MS]);
    expect(await read(visit)).toEqual({
      first: '2026-11-23',
      last: '2026-11-29',
      counts: [1, 0, 2, 0, 0, 0, 0],
      earlier: null,
      later: '2026-11-30',
    });
  });

  it('begin at the first open day when this week has none', async () => {
    const { visit } = asking([NOW + 9 * DAY_MS]);
    expect(await read(visit)).toMatchObject({ first: '2026-12-02', earlier: '2026-11-25' });
  });

  it('are asked for by date, as far as a date can be booked', async () => {
    const { visit, inputs } = asking([]);
    expect(await read(visit, '2026-12-07')).toMatchObject({
      first: '2026-12-07',
      last: '2026-12-13',
      later: '2026-12-14',
    });
    expect(inputs[0]).toMatchObject({ fromDate: '2026-12-07', toDate: '2026-12-13', limit: 500 });
    await read(visit, '2999-12-31');
    expect(inputs[1]).toMatchObject({ fromDate: '2028-12-02' });
  });

  it.each(['2026-11-20', '1999-01-01', '2026-02-30', 'soon'])('are those from today for %s', async (from) => {
    const { visit, inputs } = asking([NOW + HOUR_MS]);
    expect(await read(visit, from)).toMatchObject({ first: '2026-11-23', last: '2026-11-29' });
    expect(inputs[0]).not.toHaveProperty('fromDate');
  });

  it('are never said to be empty without having been asked for', async () => {
    const { visit } = asking([NOW + HOUR_MS]);
    expect(await read(visit, '2026-11-22')).toMatchObject({
      first: '2026-11-23',
      last: '2026-11-28',
      later: '2026-11-29',
    });
  });

  it('end before a day that the limit cut short, which begins the next page', async () => {
    const { visit } = asking([NOW + HOUR_MS, NOW + DAY_MS, NOW + 2 * DAY_MS], { truncated: true });
    expect(await read(visit)).toMatchObject({ first: '2026-11-23', last: '2026-11-24', later: '2026-11-25' });
  });

  it('end with what can be booked', async () => {
    const { visit } = asking([NOW + HOUR_MS], { maxFutureDays: 5 });
    expect((await read(visit)).later).toBeNull();
  });

  it('are those of the zone: it is tomorrow already in Apia', async () => {
    const { visit } = asking([NOW + 13 * HOUR_MS, NOW + DAY_MS], { timezone: 'Pacific/Apia' });
    expect(await read(visit)).toMatchObject({ first: '2026-11-24', counts: [1, 1, 0, 0, 0, 0, 0] });
  });
});
