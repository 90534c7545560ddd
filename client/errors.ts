/** One field that broke a rule, of a 400. */
export interface Issue {
  /** Dotted. */
  readonly path: string;
  readonly message: string;
  /** Names or values that are taken there, the nearest first, if any is near. */
  readonly didYouMean?: readonly string[];
}

interface Facts {
  readonly status?: number | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call: the API's error envelope, or a `client.*` code where there is no answer of the API. */
export class HoldfastError extends Error {
  override readonly name = 'HoldfastError';
  /** Of the API (`rate.limited`), or `client.unreachable`, `client.timeout`, `client.redirect`, `client.other_origin`, `client.no_public_url`, `client.strange_answer`. */
  readonly code: string;
  /** HTTP; undefined without an answer. */
  readonly status: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, { cause, ...facts }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = facts.status;
    this.details = facts.details ?? {};
    const { issues } = this.details as { issues?: unknown };
    this.issues = Array.isArray(issues) ? issues : [];
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** Seconds of a Retry-After header, which may be a date. @param nowMs epoch milliseconds */
export function retryAfterOf(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

/** The error of an answer that is no success. Reads the body. */
export async function errorOf(response: Response, nowMs: number): Promise<HoldfastError> {
  const facts = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(response.headers, nowMs),
  };
  const error = envelopeOf(await response.text());
  if (error) return new HoldfastError(error.code, error.message, { ...facts, details: error.details });
  const message = `The answer (${response.status}) does not come from this API. Check the address.`;
  return new HoldfastError('client.strange_answer', message, facts);
}

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
