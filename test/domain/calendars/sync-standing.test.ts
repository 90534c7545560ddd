import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { periodOf } from '../../../domain/calendars/busy.ts';
import { googleEventId } from '../../../domain/calendars/event-ids.ts';
import { isWindowOld, retryAfterFailure, windowAt } from '../../../domain/calendars/sync-state.ts';
import { channelOfSecret, channelSecret, deriveSecrets } from '../../../domain/secrets.ts';

const DAY_MS = 86_400_000;
const iso = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('whole days', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28', '2027-03-29', ['2027-03-27T23:00', '2027-03-28T22:00']],
    ['Europe/Berlin', '2027-10-31', '2027-11-01', ['2027-10-30T22:00', '2027-10-31T23:00']],
    ['Asia/Kolkata', '2027-01-01', '2027-01-03', ['2026-12-31T18:30', '2027-01-02T18:30']],
    // Its clocks go from 23:59 to 1:00: the day begins with the change.
    ['Africa/Cairo', '2027-04-30', '2027-05-01', ['2027-04-29T22:00', '2027-04-30T21:00']],
    ['tzone://Microsoft/Custom', '2027-01-01', '2027-01-02', ['2027-01-01T00:00', '2027-01-02T00:00']],
  ])('in %s begin and end at its midnight: %s', (zone, startDate, endDate, expected) => {
    expect(iso(periodOf({ kind: 'all_day', startDate, endDate }, zone))).toEqual(expected);
  });
});

describe('the window', () => {
  it('is read anew once a day, at a time of day of each calendar’s own', () => {
    const startOfDay = Date.parse('2026-11-23T00:00:00Z');
    const hours = new Set<number>();
    for (let count = 0; count < 200; count += 1) {
      const id = randomUUID();
      let windowStartMs = windowAt(startOfDay).startMs;
      const readings: number[] = [];
      for (let now = startOfDay; now < startOfDay + 10 * DAY_MS; now += 3_600_000) {
        if (!isWindowOld(id, windowStartMs, now)) continue;
        readings.push(now);
        windowStartMs = windowAt(now).startMs;
        hours.add(new Date(now).getUTCHours());
      }
      expect(readings.length).toBeGreaterThanOrEqual(8);
      expect(readings.length).toBeLessThanOrEqual(10);
    }
    expect(hours.size).toBeGreaterThan(18);
  });
});

it('waits longer after each failure, half an hour at most', () => {
  expect([1, 2, 3, 7, 1_000].map((failures) => retryAfterFailure(failures) / 1_000)).toEqual([
    30, 60, 120, 1_800, 1_800,
  ]);
});

it('takes the secret of a channel, and of no other', () => {
  const secrets = deriveSecrets(randomBytes(32));
  const [one, other] = [randomUUID(), randomUUID()];
  const secret = channelSecret(secrets, one);
  expect(secret.length).toBeLessThanOrEqual(128);
  expect(channelOfSecret(secrets, secret)).toBe(one);
  for (const wrong of ['', one, secret.slice(0, -1), `${secret}=`, secret.replace(one, other), secret.toUpperCase()])
    expect(channelOfSecret(secrets, wrong)).toBeNull();
  expect(channelOfSecret(deriveSecrets(randomBytes(32)), secret)).toBeNull();
});

it('computes nothing for what has not the form of a secret: a stranger may send thousands', () => {
  const secrets = deriveSecrets(randomBytes(32));
  const readKey = vi.fn(() => secrets.channel);
  const watched = Object.defineProperty({ ...secrets }, 'channel', { get: readKey });
  for (const wrong of ['', 'x'.repeat(80), `${randomUUID()}.`, `${randomUUID()}.${'é'.repeat(43)}`])
    expect(channelOfSecret(watched, wrong)).toBeNull();
  expect(readKey).not.toHaveBeenCalled();
  expect(channelOfSecret(watched, `${randomUUID()}.${'x'.repeat(43)}`)).toBeNull();
  expect(readKey).toHaveBeenCalledOnce();
});

it('gives each booking and generation an id of its own at Google', () => {
  const ids = Array.from({ length: 50 }, () => randomUUID()).flatMap((id) =>
    [0, 1, 35].map((generation) => googleEventId(id, generation)),
  );
  expect(new Set(ids).size).toBe(150);
  for (const id of ids) expect(id).toMatch(/^[a-v0-9]{5,1024}$/);
});
