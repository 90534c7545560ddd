import { afterAll, beforeAll, expect, it } from 'vitest';
import { askCode, confirmIssue } from '../../support/drivers/guest.ts';
import { pastLocks } from '../../support/drivers/patience.ts';
import { createTestTeam, type TestTeamHost, takeTimeOff } from '../../support/factories/team.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEIGHTS = [1, 1, 1, 2, 5];
const BOOKINGS = 1_000;
const AT_ONCE = 20;
const DAYS = 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 10 });
});
afterAll(() => database.close());

/** Pseudo-random numbers, the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Away = readonly (readonly [number, number])[];

/** Four random absences of up to three hours a day for each host: a quarter of the time. */
async function sendAway(team: TestTeamHost, fromMs: number, random: () => number): Promise<Away[]> {
  const away: [number, number][][] = [];
  for (const { userId } of team.members) {
    const stretches = Array.from({ length: DAYS * 4 }, (_, nth): [number, number] => {
      const startMs = fromMs + Math.floor((nth / 4) * 48 + random() * 12) * (HOUR_MS / 2);
      return [startMs, startMs + Math.ceil(random() * 6) * (HOUR_MS / 2)];
    });
    await Promise.all(stretches.map(([startMs, endMs]) => takeTimeOff(database.sql, userId, startMs, endMs)));
    away.push(stretches);
  }
  return away;
}

const isFree = (away: Away, startMs: number): boolean =>
  !away.some(([from, until]) => from < startMs + HOUR_MS / 2 && until > startMs);

/** True if the meetings can be assigned so that each host has their quota: a matching by augmenting paths. */
function isReachable(free: readonly (readonly number[])[], quotas: readonly number[]): boolean {
  const held: number[][] = quotas.map(() => []);
  const place = (meeting: number, seen: Set<number>): boolean =>
    (free[meeting] ?? []).some((host) => {
      if (seen.has(host)) return false;
      seen.add(host);
      const mine = held[host] ?? [];
      if (mine.length < (quotas[host] ?? 0)) return mine.push(meeting) > 0;
      return mine.some((other, at) => {
        if (!place(other, seen)) return false;
        mine[at] = meeting;
        return true;
      });
    });
  return free.every((_, meeting) => place(meeting, new Set()));
}

it('1,000 bookings, 20 at once, on 5 hosts of weights 1:1:1:2:5 who are away at random: shares within 2 % of the best, nobody twice', {
  timeout: 240_000,
}, async () => {
  const members = WEIGHTS.map((weight) => ({ weight }));
  const team = await createTestTeam(
    database.sql,
    { assignment: 'round_robin', members },
    { minimum_notice_minutes: 0 },
  );
  const random = randomOf(7);
  const fromMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
  const away = await sendAway(team, fromMs, random);
  const grid = Array.from({ length: (DAYS - 4) * 48 }, (_, nth) => fromMs + nth * (HOUR_MS / 2));
  const freeAt = (startMs: number) => WEIGHTS.flatMap((_, host) => (isFree(away[host] ?? [], startMs) ? [host] : []));
  const starts = grid
    .filter((startMs) => freeAt(startMs).length > 0)
    .map((startMs) => ({ startMs, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .slice(0, BOOKINGS)
    .map(({ startMs }) => startMs);
  const best = [100, 100, 100, 200, 500];
  expect(isReachable(starts.map(freeAt), best)).toBe(true);

  const waiting = [...starts];
  // Read once: the event does not change, and its snapshot holds all claims.
  const event = await team.event();
  const guests = Array.from({ length: AT_ONCE }, async () => {
    for (let startMs = waiting.shift(); startMs !== undefined; startMs = waiting.shift()) {
      const issue = await askCode(database.sql, team, { event });
      expect(await pastLocks(() => confirmIssue(database.sql, issue, startMs))).toMatchObject({ result: 'done' });
    }
  });
  await Promise.all(guests);

  const rows = await database.sql<{ host_id: string; count: number }[]>`
    select host_id, count(*)::int as count from bookings where event_type_id = ${team.eventTypeId} group by 1`;
  const shares = team.members.map(({ userId }) => rows.find((row) => row.host_id === userId)?.count ?? 0);
  for (const [host, count] of shares.entries()) {
    expect(Math.abs(count - (best[host] ?? 0))).toBeLessThanOrEqual((best[host] ?? 0) * 0.02);
  }
  const twice = await database.sql`
    select 1 from bookings one join bookings other on one.host_id = other.host_id and one.id < other.id
      and one.start_at < other.end_at and other.start_at < one.end_at
    where one.event_type_id = ${team.eventTypeId}`;
  expect(twice).toHaveLength(0);
  const unwell = await database.sql`
    select 1 from bookings b join time_off t on t.host_id = b.host_id and t.period && tstzrange(b.start_at, b.end_at)
    where b.event_type_id = ${team.eventTypeId}`;
  expect(unwell).toHaveLength(0);
});
