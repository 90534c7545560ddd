import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import {
  type ByWidth,
  type ClientNetwork,
  clientNetwork,
  type NetworkWidth,
  networksAround,
} from '../../domain/client-networks.ts';
import type { AppError } from '../../schemas/errors.ts';
import type { RateClass } from '../../schemas/operation.ts';
import { limited } from './limit-errors.ts';

/** The values of the RateLimit headers of an answer (spec, Errors). */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateVerdict {
  readonly limited: boolean;
  /** null where the operation is unlimited. */
  readonly state: RateState | null;
}

/** The declared classes, wrong credentials, and requests that read the document of an app. */
type Counted = RateClass | 'wrongCredentials' | 'clientDocument';

export interface RateLimiter {
  /**
   * Counts one call.
   * @param input any value; read only to find the host
   * @param principal the key or session, for classes that count these instead of addresses
   */
  count(rateClass: Counted, ip: string, input: unknown, principal?: string): Promise<RateVerdict>;
  /** Refunds one call of an address. */
  refund(rateClass: Exclude<Counted, 'unlimited'>, ip: string): Promise<void>;
  close(): void;
}

export interface RateLimitOptions {
  /** Multiplies every limit; 1 is the contract. */
  readonly factor: number;
  /** Shared counters for several processes; without it each process counts alone. */
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
}

const WINDOW_SECONDS = 60;
const PER_MINUTE = {
  publicRead: 120,
  code: 60,
  booking: 60,
  register: 10,
  signIn: 10,
  userCode: 10,
  keyed: 600,
  tool: 300,
  wrongCredentials: 60,
  clientDocument: 20,
} as const satisfies Record<Exclude<Counted, 'unlimited'>, number>;
/** These count per key or session. */
const BY_PRINCIPAL: ReadonlySet<Counted> = new Set<Counted>(['keyed', 'tool']);
const CODES_PER_HOST_AND_MINUTE = 10;
/** The limit of a network as a multiple of one client's: one customer can have a whole /48. */
const TIMES: ByWidth = { narrow: 1, wide: 4, widest: 16 };
/** An IPv4 /24 has many unrelated customers, and addresses cost money: the per-minute limits count single addresses. */
const counts = ({ family, width }: ClientNetwork): boolean => family !== 'ipv4' || width === 'narrow';
const LONGEST_SLUG = 60;
/** Of a team: `team/` and slug. */
const LONGEST_USERNAME = LONGEST_SLUG + 5;
const UNLIMITED: RateVerdict = { limited: false, state: null };

type LimiterByWidth = Readonly<Record<NetworkWidth, RateLimiterAbstract>>;
type MakeLimiter = (name: string, perMinute: number) => RateLimiterAbstract;

/** Counters in Redis. If it is down, each process counts alone and logs that once. */
const redisLimiters = (redisUrl: string, log: Logger): { redis: Redis; wrap: (memory: MakeLimiter) => MakeLimiter } => {
  // Loaded only if used: it takes 0.1 s.
  const ioredis = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
  const redis = new ioredis.Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: 250,
  });
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown) log.warn({ reason: error.name }, 'Redis unavailable: rate limits are counted in this process alone');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('Redis is back: rate limits are shared again');
    isDown = false;
  });
  const wrap =
    (memory: MakeLimiter): MakeLimiter =>
    (name, points) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `rate:${name}`,
        points,
        duration: WINDOW_SECONDS,
        rejectIfRedisNotReady: true,
        insuranceLimiter: memory(name, points),
      });
  return { redis, wrap };
};

const memoryLimiter: MakeLimiter = (name, points) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: WINDOW_SECONDS });

const verdictOf = (counted: RateLimiterRes, limit: number, limited: boolean): RateVerdict => ({
  limited,
  state: {
    limit,
    remaining: Math.max(counted.remainingPoints, 0),
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  },
});

const consume = async (limiter: RateLimiterAbstract, key: string): Promise<RateVerdict> => {
  try {
    return verdictOf(await limiter.consume(key), limiter.points, false);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return verdictOf(refusal, limiter.points, true);
    throw refusal;
  }
};

/** The host of a code request, if the input names one. Slugs that are too long are refused later. */
const hostOf = (input: unknown): string | undefined => {
  if (input === null || typeof input !== 'object') return undefined;
  const { workspace, username } = input as Record<string, unknown>;
  if (typeof workspace !== 'string' || typeof username !== 'string') return undefined;
  if (workspace.length > LONGEST_SLUG || username.length > LONGEST_USERNAME) return undefined;
  return `${workspace}/${username}`.toLowerCase();
};

const tighter = (one: RateVerdict, other: RateVerdict): RateVerdict => {
  if (one.limited !== other.limited) return one.limited ? one : other;
  return (one.state?.remaining ?? 0) <= (other.state?.remaining ?? 0) ? one : other;
};

/** Limits requests per minute and client, by rate class (contract, Rate limits). */
export const createRateLimiter = ({ factor, redisUrl, log }: RateLimitOptions): RateLimiter => {
  const shared = redisUrl === undefined ? undefined : redisLimiters(redisUrl, log);
  const make = shared ? shared.wrap(memoryLimiter) : memoryLimiter;
  const scaled = (perMinute: number) => Math.max(1, Math.round(perMinute * factor));
  const byWidth = (name: string, perMinute: number): LimiterByWidth => ({
    narrow: make(name, scaled(perMinute)),
    wide: make(`${name}/wide`, scaled(perMinute * TIMES.wide)),
    widest: make(`${name}/widest`, scaled(perMinute * TIMES.widest)),
  });
  const byClass = Object.fromEntries(
    Object.entries(PER_MINUTE).map(([name, perMinute]) => [name, byWidth(name, perMinute)]),
  ) as Record<keyof typeof PER_MINUTE, LimiterByWidth>;
  const codesOfHost = byWidth('codesOfHost', CODES_PER_HOST_AND_MINUTE);
  const networksOf = (ip: string) => networksAround(clientNetwork(ip)).filter(counts);
  /** Counts in each network of a client. Returns the verdict with the fewest remaining calls. */
  const consumeAll = async (limiters: LimiterByWidth, ip: string, what = ''): Promise<RateVerdict> => {
    const verdicts = networksOf(ip).map(({ name, width }) => consume(limiters[width], `${name}${what}`));
    return (await Promise.all(verdicts)).reduce(tighter);
  };

  return {
    async count(rateClass, ip, input, principal) {
      if (rateClass === 'unlimited') return UNLIMITED;
      const limiters = byClass[rateClass];
      if (BY_PRINCIPAL.has(rateClass) && principal !== undefined) return consume(limiters.narrow, `key ${principal}`);
      const verdict = await consumeAll(limiters, ip);
      const host = rateClass === 'code' && !verdict.limited ? hostOf(input) : undefined;
      return host === undefined ? verdict : tighter(await consumeAll(codesOfHost, ip, ` ${host}`), verdict);
    },
    async refund(rateClass, ip) {
      await Promise.all(networksOf(ip).map(({ name, width }) => byClass[rateClass][width].reward(name)));
    },
    close: () => shared?.redis.disconnect(),
  };
};

/** Returns the error of the limit that is used up; a call counts in several. */
export const overLimit = (state: RateState | null, limiter: 'calls' | 'wrongCredentials' = 'calls'): AppError =>
  limited(limiter, { limit: state?.limit ?? 1, retryAfterSeconds: state?.resetSeconds ?? 1 });
