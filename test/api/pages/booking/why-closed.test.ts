import { expect, it } from 'vitest';
import { unavailable } from '../../../../api/core/failures.ts';
import { whyClosed } from '../../../../api/pages/booking/why-closed.ts';
import { PageClock } from '../../../../api/pages/shell/page-clock.ts';
import { AppError } from '../../../../schemas/errors.ts';

const HOUR_MS = 3_600_000;
const inAnHour = (): string => new Date(Date.now() + HOUR_MS).toISOString();

it('a start in the past is over, whatever the database does', async () => {
  const startUtc = new Date(Date.now() - HOUR_MS).toISOString();
  const find = () => Promise.reject(new Error('not asked'));
  expect(await whyClosed(new PageClock(100), find, startUtc)).toBe('over');
});

it('a start of a missing event is not a slot', async () => {
  const find = () => Promise.reject(new AppError('resource.not_found', 'There is no such event.'));
  expect(await whyClosed(new PageClock(100), find, inAnHour())).toBe('not_a_slot');
});

it('the reason is unknown while the database is away or slow', async () => {
  const away = () => Promise.reject(unavailable('The database is away.', 'database'));
  expect(await whyClosed(new PageClock(100), away, inAnHour())).toBeNull();
  const slow = () => new Promise<never>(() => {});
  expect(await whyClosed(new PageClock(20), slow, inAnHour())).toBeNull();
});
