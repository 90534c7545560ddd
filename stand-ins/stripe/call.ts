import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type Answer, type Asked, formOf, type Routes } from '../http.ts';
import { checked, decoded } from './encoded.ts';
import type { Events } from './events.ts';
import { StripeFailure } from './failure.ts';
import type { State } from './state.ts';

export const STRIPE_STAND_IN_KEY = 'sk_test_holdfast_local';

/** What all parts of the stand-in share. */
export interface World {
  readonly state: State;
  readonly events: Events;
  /** Of the stand-in, without a slash. */
  readonly url: () => string;
}

export interface Call {
  readonly world: World;
  readonly id: string;
}

type Method = Routes[number][0];

/** A method of the API: its parameters are checked, then its work is done, once for each idempotency key. */
export function route<S extends z.ZodType>(
  world: World,
  [method, path]: readonly [Method, string],
  schema: S,
  work: (params: z.output<S>, call: Call) => object,
): Routes[number] {
  return [
    method,
    `/v1${path}`,
    (asked) =>
      guarded(asked, () =>
        repeatable(world.state, asked, () => work(params(asked), { world, id: asked.params.id ?? '' })),
      ),
  ];

  function params(asked: Asked): z.output<S> {
    return checked(schema, decoded(asked.method === 'POST' ? formOf(asked) : asked.url.searchParams));
  }
}

const requestId = (): Record<string, string> => ({ 'request-id': `req_${randomBytes(7).toString('hex')}` });

async function guarded(asked: Asked, work: () => Answer): Promise<Answer> {
  try {
    const key = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    if (key !== STRIPE_STAND_IN_KEY) throw new StripeFailure(401, 'invalid_request_error', 'Invalid API Key provided');
    const answer = work();
    return { ...answer, headers: { ...requestId(), ...answer.headers } };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { ...error.answer, headers: requestId() };
  }
}

/** The same key answers with the same answer; with other parameters it is refused. What was refused by its parameters is not kept. */
function repeatable(state: State, asked: Asked, work: () => object): Answer {
  const key = asked.headers['idempotency-key'];
  if (asked.method !== 'POST' || typeof key !== 'string') return { status: 200, body: work() };
  const request = `${asked.method} ${asked.url.pathname}\n${asked.body.toString('utf8')}`;
  const before = state.done.get(key);
  if (before && before.request !== request)
    throw new StripeFailure(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  if (before) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
  const answer = { status: 200, body: work() };
  state.done.set(key, { request, answer });
  return answer;
}
