import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kolmogorovSmirnov, median } from '../../support/asserts/timing.ts';
import { requestStart, verify } from '../../support/drivers/native.ts';
import { hiddenField, PageClient } from '../../support/drivers/page-client.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const ADDRESSES = 200;
const WARM_UP = 20;
/**
 * Known and unknown addresses are called in pairs, in an order within each that nobody chose, so that a busy machine slows both alike. While its
 * noise hides whether the medians agree, another round of new addresses is added to what was measured: noise shrinks with more calls, a leak does
 * not. After the last round the bounds hold for all that was measured, or the test fails.
 */
const ROUNDS = 4;
const MEDIANS_WITHIN = 0.05;
const LEAST_P = 0.01;

let stack: Stack;
beforeAll(async () => {
  // Each call comes from a network of its own: caps of networks would be another difference. No answer waits for a worker, whose work would only slow
  // the next call.
  stack = await startStack({ worker: false, rateLimitFactor: 1_000, api: { trustProxy: 1 }, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

interface Address {
  readonly email: string;
  readonly isKnown: boolean;
}

/** In pairs of a known and an unknown one, in either order. Known ones have an account and own a workspace. */
async function newAddresses(): Promise<Address[]> {
  const round = uuidv7().slice(-12);
  const all = Array.from({ length: ADDRESSES * 2 }, (_, index) => ({
    email: `somebody-${String(index).padStart(3, '0')}@${round}.example`,
    isKnown: index % 2 === 0,
  }));
  const known = all.filter(({ isKnown }) => isKnown).map(({ email }) => email);
  await stack.sql`
    with people as (
      insert into users (id, email, name) select gen_random_uuid(), email, 'Known' from unnest(${known}::text[]) email returning id
    ), places as (
      insert into workspaces (id, slug, name, plan, subscription_status)
      select id, 'w' || replace(id::text, '-', ''), 'Theirs', 'free', 'active' from people returning id
    )
    insert into memberships (id, workspace_id, user_id, username, role) select gen_random_uuid(), id, id, 'host', 'owner' from places`;
  return all.flatMap((one, index) => {
    const next = all[index + 1];
    if (index % 2 === 1 || !next) return [];
    return randomInt(2) === 0 ? [one, next] : [next, one];
  });
}

interface Measured {
  readonly ms: number;
  /** Of the answer, without what differs between any two calls. */
  readonly shape: string;
}
type Call = (email: string) => Promise<Measured>;

const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
      : typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
        ? 'id'
        : value;

/** One call after the other. @throws Error if the bounds do not hold after the last round, with the figures after each */
async function expectNoDifference(prepare: (email: string) => Promise<Call>): Promise<void> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const figures: { readonly ratio: number; readonly p: number }[] = [];
  const isAlike = () => {
    const last = figures.at(-1);
    return last !== undefined && Math.abs(last.ratio - 1) <= MEDIANS_WITHIN && last.p > LEAST_P;
  };
  for (let round = 0; round < ROUNDS && !isAlike(); round++) {
    const shapes = { known: new Set<string>(), unknown: new Set<string>() };
    for (const [index, { email, isKnown }] of (await newAddresses()).entries()) {
      const { ms, shape } = await (await prepare(email))(email);
      const kind = isKnown ? 'known' : 'unknown';
      shapes[kind].add(shape);
      if (index >= WARM_UP) times[kind].push(ms);
    }
    expect([...shapes.known]).toEqual([...shapes.unknown]);
    const ratio = median(times.known) / median(times.unknown);
    figures.push({ ratio, p: kolmogorovSmirnov(times.known, times.unknown) });
  }
  process.stdout.write(`${expect.getState().currentTestName}: ${JSON.stringify(figures)}\n`);
  expect({ isAlike: isAlike(), figures }).toEqual({ isAlike: true, figures });
}

const timed = async <Answer>(call: () => Promise<Answer>, shape: (answer: Answer) => string): Promise<Measured> => {
  const fromMs = performance.now();
  const answer = await call();
  return { ms: performance.now() - fromMs, shape: shape(answer) };
};
const ofAnswer = ({ status, json }: Awaited<ReturnType<typeof verify>>): string =>
  JSON.stringify([status, shapeOf(json())]);

describe('nobody learns, from an answer or its time, whether an address is known', () => {
  it('from asking for a code', { timeout: 60_000 }, async () => {
    await expectNoDifference(async () => (email) => timed(() => requestStart(stack, { email }), ofAnswer));
  });

  it('from a wrong code', { timeout: 120_000 }, async () => {
    await expectNoDifference(async (asked) => {
      const { challengeId } = (await requestStart(stack, { email: asked })).json() as unknown as {
        challengeId: string;
      };
      // One code of 2.56 × 10^10.
      return () => timed(() => verify(stack, { challengeId, code: 'BBBBBBBB' }), ofAnswer);
    });
  });

  it('from the sign-in page', { timeout: 60_000 }, async () => {
    const browser = new PageClient(stack.appUrl);
    const pageToken = hiddenField((await browser.open('/login')).html, 'pageToken');
    await expectNoDifference(async () => (email) => {
      const n = randomInt(2 ** 24);
      const elsewhere = new PageClient(stack.appUrl, `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      const fields = { pageToken, return_to: '/', email };
      return timed(
        () => elsewhere.submit('/login', fields),
        ({ status, location }) => `${status} ${location?.split('?')[0]}`,
      );
    });
  });
});
