import createFetchClient, { type Client } from 'openapi-fetch';
import type { operations, paths } from './contract.ts';
import { HoldfastError } from './errors.ts';
import { packOnceMade, secondsUntil } from './pack-wait.ts';
import { delay, isPassing, sender } from './send.ts';

export { HoldfastError, type Issue } from './errors.ts';

export interface HoldfastOptions {
  /** Origin of the app: the workspace's calls. */
  readonly appUrl: string;
  /** Origin of the booking pages: guests' calls. Without it `guest` throws `client.no_public_url`. */
  readonly publicUrl?: string;
  /** Sent to `appUrl` only. */
  readonly apiKey?: string;
  /** The intent token of an agent that acts for a person. */
  readonly agentIntent?: string;
  /** Of one attempt; longer than any wait of the API. Default 70 000. */
  readonly timeoutMs?: number;
  /** Attempts after the first, of calls that may be repeated. Default 3. */
  readonly retries?: number;
  /** A longer Retry-After is thrown at once. Default 60. */
  readonly maxRetryAfterSeconds?: number;
}

export interface WaitOptions {
  /** Of the whole wait. Default 120 for a pack; a device authorization waits as long as its code lives. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
}

type Answer<O extends keyof operations> = operations[O] extends {
  responses: { 200: { content: { 'application/json': infer T } } };
}
  ? T
  : never;

export interface Holdfast {
  /** Calls with the key, on `appUrl`. */
  readonly host: Client<paths>;
  /** Calls without a key, on `publicUrl`: those whose server is "Public booking origin". */
  readonly guest: Client<paths>;
  /** The pack of a meeting once it is no longer being made. @throws HoldfastError `client.timeout` */
  waitForPrepPack(bookingId: string, options?: WaitOptions): Promise<Answer<'getPrepPack'>>;
  /** The person's decision: status approved (with the key, once), denied or expired. */
  waitForDevice(device: Device, options?: WaitOptions): Promise<Answer<'pollDevice'>>;
}

/** Of the answer of `POST /cli/auth/register`. */
export interface Device {
  readonly deviceCode: string;
  /** Seconds between polls. */
  readonly interval: number;
  /** Seconds. */
  readonly expiresIn: number;
}

const PACK_SECONDS = 120;

/**
 * A client of one deployment. It keeps the key out of everything that can be printed.
 * @throws TypeError if an address is no URL or the key cannot be a header
 */
export function createHoldfast(options: HoldfastOptions): Holdfast {
  const { apiKey, agentIntent } = options;
  // The runtime's own error would quote the header's text.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey has characters no key has.');
  const keyed = {
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    ...(agentIntent && { 'x-svc-agent-intent': agentIntent }),
  };
  const host = surface(options, options.appUrl, '/api/v1', keyed);
  // A repeat would come before its interval is over.
  const once = surface({ ...options, retries: 0 }, options.appUrl, '/api/v1', keyed);
  const guest = guestSurface(options);
  return {
    host,
    guest,
    waitForPrepPack: (bookingId, wait = {}) => waitForPrepPack(host, bookingId, wait),
    waitForDevice: (device, wait = {}) => waitForDevice(once, device, wait),
  };
}

function surface(options: HoldfastOptions, address: string, path: string, headers: Readonly<Record<string, string>>) {
  const { origin } = new URL(address);
  const { timeoutMs = 70_000, retries = 3, maxRetryAfterSeconds = 60 } = options;
  const fetch = sender({ origin, headers, timeoutMs, retries, maxRetryAfterSeconds });
  return createFetchClient<paths>({ baseUrl: `${origin}${path}`, fetch });
}

/** Guests' calls have an origin of their own, which nothing else tells: at `appUrl` each would be a 404. */
function guestSurface(options: HoldfastOptions): Client<paths> {
  if (options.publicUrl !== undefined) return surface(options, options.publicUrl, '/api/v1/public', {});
  return createFetchClient<paths>({
    baseUrl: options.appUrl,
    fetch: async () => {
      throw new HoldfastError(
        'client.no_public_url',
        'Guests are called at the origin of the booking pages: give createHoldfast its publicUrl.',
      );
    },
  });
}

/** The data of a call; failures were thrown before. */
export async function dataOf<T>(call: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null)
    throw new HoldfastError('client.strange_answer', 'The answer has no content.');
  return data;
}

/**
 * Every entry of a list, page after page.
 * @param page calls the list with a cursor; undefined: the first page
 * @param entries of one page
 */
export async function* eachOf<P extends { readonly nextCursor: string | null }, E>(
  page: (cursor: string | undefined) => Promise<P>,
  entries: (page: P) => readonly E[],
): AsyncGenerator<E> {
  let cursor: string | undefined;
  do {
    const answer = await page(cursor);
    yield* entries(answer);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const signalOf = ({ signal }: WaitOptions) => (signal ? { signal } : {});

async function waitForPrepPack(host: Client<paths>, bookingId: string, wait: WaitOptions) {
  const overMs = Date.now() + (wait.timeoutSeconds ?? PACK_SECONDS) * 1_000;
  const ask = (waitSeconds: number) => {
    const params = { path: { bookingId }, query: { waitSeconds } };
    return dataOf(host.GET('/bookings/{bookingId}/prep-pack', { params, ...signalOf(wait) }));
  };
  const { pack, isMade } = await packOnceMade(ask, { overMs, ...signalOf(wait) });
  if (!isMade) throw new HoldfastError('client.timeout', `The pack is still ${pack.status}.`);
  return pack;
}

/** A poll whose answer is lost or late is asked again at the next interval: the session stays valid. */
async function waitForDevice(once: Client<paths>, device: Device, wait: WaitOptions) {
  const overMs = Date.now() + Math.min(device.expiresIn, wait.timeoutSeconds ?? device.expiresIn) * 1_000;
  let intervalMs = device.interval * 1_000;
  for (;;) {
    const began = Date.now();
    const query = { device_code: device.deviceCode, waitSeconds: secondsUntil(overMs) };
    const answer = await dataOf(once.GET('/cli/auth/poll', { params: { query }, ...signalOf(wait) })).catch(
      unlessPassing,
    );
    if (answer?.status === 'slow_down') intervalMs = (answer.interval ?? intervalMs / 1_000 + 5) * 1_000;
    else if (answer && answer.status !== 'authorization_pending') return answer;
    // The interval counts from the start of a poll (RFC 8628, 3.5).
    const waitMs = Math.max(0, began + intervalMs - Date.now());
    if (Date.now() + waitMs >= overMs) throw new HoldfastError('client.timeout', 'Nobody has decided yet.');
    await delay(waitMs, wait.signal);
  }
}

/** @throws the error, unless the next poll may have more luck */
function unlessPassing(error: unknown): undefined {
  if (error instanceof HoldfastError && (isPassing(error) || error.code === 'client.timeout')) return undefined;
  throw error;
}
