import { errorOf, HoldfastError } from './errors.ts';

export interface SendOptions {
  /** The only origin that is called, and that gets the key. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of one attempt. */
  readonly timeoutMs: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** A longer Retry-After is not waited for: the error comes at once and tells it. */
  readonly maxRetryAfterSeconds: number;
}

const FIRST_DELAY_MS = 250;

/**
 * A fetch that repeats calls which may be repeated: reads, and writes with an idempotencyKey. It follows no redirect.
 * @throws HoldfastError, also for each answer that is no success
 */
export const sender =
  (options: SendOptions) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.origin !== options.origin)
      throw new HoldfastError('client.other_origin', `This client calls ${options.origin} only, not ${url.origin}.`);
    const repeats = (await isRepeatable(request)) ? options.retries : 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(request, options);
      if (outcome instanceof Response) return outcome;
      const waitMs = attempt < repeats ? waitOf(outcome, attempt, options) : undefined;
      if (waitMs === undefined) throw outcome;
      await delay(waitMs, request.signal);
    }
  };

/** Another write may have happened although its answer was lost. */
async function isRepeatable(request: Request): Promise<boolean> {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  try {
    const { idempotencyKey } = JSON.parse(await request.clone().text());
    return typeof idempotencyKey === 'string' && idempotencyKey !== '';
  } catch {
    return false;
  }
}

/** The same call may succeed a little later. */
export const isPassing = (error: HoldfastError): boolean =>
  error.status === 429 || error.status === 503 || error.code === 'client.unreachable';

/** Milliseconds until the next attempt; undefined: there is none. */
function waitOf(error: HoldfastError, attempt: number, options: SendOptions): number | undefined {
  if (!isPassing(error)) return undefined;
  const backOffMs = FIRST_DELAY_MS * 2 ** attempt * (1 + Math.random());
  if (error.retryAfterSeconds === undefined) return backOffMs;
  if (error.retryAfterSeconds > options.maxRetryAfterSeconds) return undefined;
  return Math.max(error.retryAfterSeconds * 1_000, backOffMs);
}

async function attemptOnce(request: Request, options: SendOptions): Promise<Response | HoldfastError> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const copy = new Request(request.clone(), {
    redirect: 'manual',
    signal: AbortSignal.any([request.signal, timeout]),
  });
  for (const [name, value] of Object.entries(options.headers)) copy.headers.set(name, value);
  try {
    const response = await fetch(copy);
    if (response.ok) return await whole(response);
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      return new HoldfastError('client.redirect', `${options.origin} answers with a redirect. Check the address.`);
    return await errorOf(response, Date.now());
  } catch (cause) {
    // The caller's own reason, as fetch gives it.
    if (request.signal.aborted) throw request.signal.reason;
    if (timeout.aborted)
      return new HoldfastError('client.timeout', `${options.origin} did not answer in ${options.timeoutMs} ms.`);
    return new HoldfastError('client.unreachable', `${options.origin} does not answer.`, { cause });
  }
}

/** Read to its end here, so that a truncated answer counts as no answer. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** @throws the signal's reason once it aborts */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
