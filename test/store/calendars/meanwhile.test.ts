import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveSecrets } from '../../../domain/secrets.ts';
import { lookAtChannelsLater, readChannelWork, recordChannelEvent } from '../../../store/calendars/channels.ts';
import { chooseCalendars } from '../../../store/calendars/connections.ts';
import { beginReading, endReading, failReading, pauseConnection } from '../../../store/calendars/sync-state.ts';
import { connectAccount, providersAt } from '../../support/factories/calendars.ts';
import { ADA, type CheckedGoogle, startCheckedGoogle } from '../../support/fakes/google.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let google: CheckedGoogle;
beforeAll(async () => {
  [database, google] = await Promise.all([cloneDatabase(), startCheckedGoogle()]);
});
afterAll(async () => {
  await google.close();
  await database.close();
});

const connectPerson = () => {
  const parts = { sql: database.sql, secrets: deriveSecrets(randomBytes(32)), providers: providersAt(google) };
  return connectAccount(parts, { provider: 'google', email: ADA, tokens: google.grant(ADA) });
};
const connect = async (): Promise<string> => (await connectPerson()).id;

const secondsUntil = async (column: 'throttled_until' | 'channels_at', id: string): Promise<number> => {
  const { sql } = database;
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from ${sql(column)} - clock_timestamp())::float8 as seconds from calendar_connections where id = ${id}`;
  return row?.seconds ?? Number.NaN;
};

describe('a pause that a write was told during a reading', () => {
  it.each(['ends well', 'fails', 'fails with a shorter pause'])('lasts, if the reading %s', async (how) => {
    const { sql } = database;
    const id = await connect();
    const begun = await beginReading(sql, id);
    await pauseConnection(sql, { connectionId: id }, HOUR_MS);
    if (begun && how === 'ends well') await endReading(sql, id, { ...begun, hasFound: true });
    else await failReading(sql, id, { words: 'away', retryAfterMs: how === 'fails' ? null : 1_000 });
    expect(await secondsUntil('throttled_until', id)).toBeGreaterThan(3_500);
  });
});

describe('a look at channels', () => {
  it('leaves what a provider said meanwhile due at once', async () => {
    const { sql } = database;
    const id = await connect();
    const channelId = id;
    await sql`
      insert into calendar_channels ${sql({ id: channelId, connection_id: id, calendar_id: null, provider_id: 'theirs', expires_at: new Date(Date.now() + HOUR_MS), renew_at: new Date(Date.now() + HOUR_MS / 2) })}`;
    const work = await readChannelWork(sql, id, 'active');
    const dueAt = work?.dueAt ?? '';
    await recordChannelEvent(sql, channelId, 'renew', null);
    await lookAtChannelsLater(sql, id, { dueAt, retryMs: null });
    expect(await secondsUntil('channels_at', id)).toBeLessThan(1);
    const seen = await readChannelWork(sql, id, 'active');
    await sql`update calendar_channels set renew_at = now() + interval '30 minutes' where id = ${channelId}`;
    await lookAtChannelsLater(sql, id, { dueAt: seen?.dueAt ?? '', retryMs: null });
    expect(await secondsUntil('channels_at', id)).toBeGreaterThan(1_700);
  });
});

describe('a choice of calendars', () => {
  /** All was read and looked at. */
  const atRest = async () => {
    const { id, userId, calendars } = await connectPerson();
    await database.sql`
      update calendar_connections set seen_at = changed_at, channels_at = now() + interval '1 day' where id = ${id}`;
    const choose = async (blocking: readonly string[]) => {
      const chosen = await chooseCalendars(database.sql, { connectionId: id, userId, blocking, writeTo: undefined });
      return 'refused' in chosen ? chosen : chosen.signals;
    };
    return { id, all: calendars.map((one) => one.id), choose };
  };
  const changedAt = async (id: string) =>
    (await database.sql`select changed_at::text as at from calendar_connections where id = ${id}`)[0]?.at;

  it('that is made already changes nothing, and signals nothing', async () => {
    const { id, all, choose } = await atRest();
    expect(await choose(all)).toBe(true);
    await database.sql`
      update calendar_connections set seen_at = changed_at, channels_at = now() + interval '1 day' where id = ${id}`;
    const before = await changedAt(id);
    expect(await choose(all)).toBe(false);
    expect(await changedAt(id)).toBe(before);
    expect(await secondsUntil('channels_at', id)).toBeGreaterThan(80_000);
  });

  it('signals once while it waits for its reading, and has channels looked at ten seconds later, once for many', async () => {
    const { id, all, choose } = await atRest();
    expect([await choose([]), await choose(all), await choose([])]).toEqual([true, false, false]);
    const firstAt = await secondsUntil('channels_at', id);
    expect(firstAt).toBeGreaterThan(8);
    expect(firstAt).toBeLessThan(10);
    await choose(all);
    expect(await secondsUntil('channels_at', id)).toBeLessThan(firstAt);
  });

  it('during a look at channels has another one follow', async () => {
    const { id, choose } = await atRest();
    await database.sql`update calendar_connections set channels_at = now() where id = ${id}`;
    const work = await readChannelWork(database.sql, id, 'active');
    await choose([]);
    await lookAtChannelsLater(database.sql, id, { dueAt: work?.dueAt ?? '', retryMs: null });
    const nextAt = await secondsUntil('channels_at', id);
    expect(nextAt).toBeGreaterThan(8);
    expect(nextAt).toBeLessThan(10);
  });
});
