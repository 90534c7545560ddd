/** An event as a delivery, a listener's answer and `holdfast listen` have it. */
export interface SentAs {
  readonly id: string;
  readonly type: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Makes one signature, as of Standard Webhooks. */
export type Sign = (id: string, atMs: number, body: string) => string;

export interface EventRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The state of the moment wins over what is read now. */
export const dataOf = (state: Readonly<Record<string, unknown>>, details: Readonly<Record<string, unknown>>) => ({
  ...details,
  ...state,
});

/** The request that tells a receiver of an event: Standard Webhooks, with a signature by each that is given. */
export function eventRequest(
  { id, type, timestamp, data }: SentAs,
  signs: readonly Sign[],
  atMs: number,
): EventRequest {
  const body = JSON.stringify({ type, timestamp, data });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(atMs / 1_000)),
      'webhook-signature': signs.map((sign) => sign(id, atMs, body)).join(' '),
    },
  };
}
