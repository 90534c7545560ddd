import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Notifications } from '../../../api/core/waiting.ts';
import { connect } from '../../../store/database.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

describe('notifications', () => {
  it('listen once to a channel, for all its subscribers', async () => {
    const listened: string[] = [];
    const sql = connect(database.url);
    const notifications = new Notifications({
      listen: (channel, ...callbacks) => {
        listened.push(channel);
        return sql.listen(channel, ...callbacks);
      },
    });
    const payloads: string[] = [];
    await Promise.all([
      notifications.subscribe('tried', { onPayload: (payload) => payloads.push(`first ${payload}`) }),
      notifications.subscribe('tried', { onPayload: (payload) => payloads.push(`second ${payload}`) }),
      notifications.subscribe('other', { onPayload: (payload) => payloads.push(`other ${payload}`) }),
    ]);
    await database.sql.notify('tried', 'one');
    await expect.poll(() => payloads).toEqual(['first one', 'second one']);
    expect(listened).toEqual(['tried', 'other']);
    await sql.end({ timeout: 1 });
  });

  it('go on after a lost connection, and say so', async () => {
    const sql = connect(database.url, { name: 'listener' });
    const payloads: string[] = [];
    let connected = 0;
    await new Notifications(sql).subscribe('tried', {
      onPayload: (payload) => payloads.push(payload),
      onConnected: () => connected++,
    });
    expect(connected).toBe(1);
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`;
    await expect.poll(() => connected).toBe(2);
    await database.sql.notify('tried', 'after');
    await expect.poll(() => payloads).toEqual(['after']);
    await sql.end({ timeout: 1 });
  });

  it('reach every subscriber, also after one that throws', async () => {
    let notify: (payload: string) => void = () => {};
    const sql = connect(database.url);
    const notifications = new Notifications({
      listen: (channel, onNotify, ...rest) => {
        notify = onNotify;
        return sql.listen(channel, onNotify, ...rest);
      },
    });
    const payloads: string[] = [];
    const broken = () => {
      throw new Error('broken');
    };
    await notifications.subscribe('tried', { onPayload: broken });
    await notifications.subscribe('tried', { onPayload: (payload) => payloads.push(payload) });
    expect(() => notify('one')).toThrow('broken');
    expect(payloads).toEqual(['one']);
    await sql.end({ timeout: 1 });
  });

  it('call an object once, although it subscribes twice', async () => {
    const sql = connect(database.url);
    const notifications = new Notifications(sql);
    const payloads: string[] = [];
    const subscriber = { onPayload: (payload: string, channel: string) => payloads.push(`${channel} ${payload}`) };
    await notifications.subscribe('tried', subscriber);
    await notifications.subscribe('tried', subscriber);
    await notifications.subscribe('other', subscriber);
    await database.sql.notify('tried', 'one');
    await database.sql.notify('other', 'two');
    await expect.poll(() => payloads).toEqual(['tried one', 'other two']);
    await sql.end({ timeout: 1 });
  });

  it('fail for each subscriber where the first connection fails', async () => {
    const notifications = new Notifications({ listen: () => Promise.reject(new Error('no session')) });
    const subscribe = () => notifications.subscribe('tried', { onPayload: () => {} });
    await expect(subscribe()).rejects.toThrow('no session');
    await expect(subscribe()).rejects.toThrow('no session');
  });
});
