import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter, type RateVerdict } from '../../../api/core/limits.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import type { RateClass } from '../../../schemas/operation.ts';

const silent = pino({ level: 'silent' });
const open: RateLimiter[] = [];

const limiterOf = (factor: number, redisUrl?: string): RateLimiter => {
  const limiter = createRateLimiter({ factor, redisUrl, log: silent });
  open.push(limiter);
  return limiter;
};

afterEach(() => {
  for (const limiter of open.splice(0)) limiter.close();
});

const countTimes = async (
  limiter: RateLimiter,
  times: number,
  call: { rateClass?: RateClass; ip?: string; input?: unknown },
): Promise<RateVerdict[]> => {
  const verdicts: RateVerdict[] = [];
  const { rateClass = 'publicRead', ip = '192.0.2.1', input = {} } = call;
  for (let time = 0; time < times; time++) verdicts.push(await limiter.count(rateClass, ip, input));
  return verdicts;
};

const refusedOf = (verdicts: readonly RateVerdict[]): number => verdicts.filter(({ limited }) => limited).length;

describe('limits per minute and client', () => {
  it.each([
    ['publicRead', 120],
    ['booking', 60],
  ] as const)('%s: %i', async (rateClass, limit) => {
    const verdicts = await countTimes(limiterOf(1), limit + 2, { rateClass });
    expect(verdicts.slice(0, limit).every(({ limited }) => !limited)).toBe(true);
    expect(refusedOf(verdicts)).toBe(2);
    expect(verdicts[0]?.state).toEqual({ limit, remaining: limit - 1, resetSeconds: 60 });
    expect(verdicts.at(-1)?.state).toMatchObject({ limit, remaining: 0 });
  });

  it('counts codes of one host up to 10, of all hosts up to 60', async () => {
    const limiter = limiterOf(1);
    const oneHost = await countTimes(limiter, 12, { rateClass: 'code', input: { workspace: 'acme', username: 'ada' } });
    expect(refusedOf(oneHost)).toBe(2);
    expect(oneHost[0]?.state).toMatchObject({ limit: 10, remaining: 9 });
    const again = await countTimes(limiter, 1, { rateClass: 'code', input: { workspace: 'ACME', username: 'Ada' } });
    expect(refusedOf(again)).toBe(1);

    const others = await Promise.all(
      Array.from({ length: 50 }, (_, host) =>
        limiter.count('code', '192.0.2.1', { workspace: 'acme', username: `h${host}` }),
      ),
    );
    expect(refusedOf(others)).toBe(3);
    expect(others.at(-1)?.state).toMatchObject({ limit: 60, remaining: 0 });
  });

  it.each([undefined, null, 'text', {}, { workspace: 1, username: 2 }, { workspace: 'a'.repeat(61), username: 'b' }])(
    'counts a code call whose input names no host: %j',
    async (input) => {
      expect((await limiterOf(1).count('code', '192.0.2.1', input)).state).toMatchObject({ limit: 60, remaining: 59 });
    },
  );

  it('keeps classes and clients apart', async () => {
    const limiter = limiterOf(1);
    await countTimes(limiter, 60, { rateClass: 'booking' });
    expect((await limiter.count('booking', '192.0.2.1', {})).limited).toBe(true);
    expect((await limiter.count('booking', '192.0.2.2', {})).limited).toBe(false);
    expect((await limiter.count('publicRead', '192.0.2.1', {})).limited).toBe(false);
  });

  it('says nothing where nothing is limited', async () => {
    expect(await limiterOf(1).count('unlimited', '192.0.2.1', {})).toEqual({ limited: false, state: null });
  });

  it('multiplies by the factor, and never down to nothing', async () => {
    expect((await limiterOf(10).count('publicRead', '192.0.2.1', {})).state?.limit).toBe(1_200);
    expect((await limiterOf(0.001).count('publicRead', '192.0.2.1', {})).state?.limit).toBe(1);
  });
});

describe('who one client is', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (ip, network) => {
    expect(clientNetwork(ip)).toBe(network);
  });

  it('is a whole /64, which one customer may have to themself', async () => {
    const limiter = limiterOf(1 / 60);
    expect((await limiter.count('booking', '2001:db8::1', {})).limited).toBe(false);
    expect((await limiter.count('booking', '2001:db8::ffff:2', {})).limited).toBe(true);
    expect((await limiter.count('booking', '2001:db8:0:1::1', {})).limited).toBe(false);
  });

  it.each([
    ['a /56', 4, (n: number) => `2001:db8:0:${n.toString(16)}::1`],
    ['a /48', 16, (n: number) => `2001:db8:0:${(n * 256).toString(16)}::1`],
  ])('has no more in all networks of %s than %i times its own limit', async (_, times, ip) => {
    const limiter = limiterOf(1 / 60);
    const verdicts = [];
    for (let n = 0; n <= times; n++) verdicts.push((await limiter.count('booking', ip(n), {})).limited);
    expect(verdicts).toEqual([...Array<boolean>(times).fill(false), true]);
  });
});

/** Enough of Redis to be spoken to: it takes connections and answers each command alike, or not at all. */
const startServer = async (onData: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', () => onData(socket)).on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`, stop };
};

describe('with Redis away', () => {
  it('counts in this process when nothing listens', async () => {
    const { url, stop } = await startServer(() => {});
    await stop();
    const verdicts = await countTimes(limiterOf(1 / 12, url), 7, { rateClass: 'booking' });
    expect(refusedOf(verdicts)).toBe(2);
    expect(verdicts[0]?.state).toMatchObject({ limit: 5, remaining: 4 });
  });

  it('counts in this process when Redis hangs', async () => {
    const { url, stop } = await startServer(() => {});
    const limiter = limiterOf(1 / 12, url);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(refusedOf(await countTimes(limiter, 7, { rateClass: 'booking' }))).toBe(2);
    limiter.close();
    await stop();
  });

  it('says so once', async () => {
    const { url, stop } = await startServer(() => {});
    await stop();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    const limiter = createRateLimiter({ factor: 1, redisUrl: url, log });
    open.push(limiter);
    await countTimes(limiter, 3, {});
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(lines.filter((line) => line.includes('Redis unavailable'))).toHaveLength(1);
  });
});
