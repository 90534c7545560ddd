import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectNoDifference, PAIRS, type Prepared, shapeOf, timed } from '../../support/asserts/timing.ts';
import { requestStart, start, verify } from '../../support/drivers/native.ts';
import type { Page } from '../../support/drivers/page-client.ts';
import { linkAsker } from '../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  // Each call comes from a network of its own: caps of networks would be another difference. No answer waits for a worker, whose work would only slow
  // the next call.
  stack = await startStack({ worker: false, rateLimitFactor: 1_000, api: { trustProxy: 1 }, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

/** In pairs of a known and an unknown address. Known ones have an account and own a workspace. */
async function newPairs(prepare: (email: string) => Prepared): Promise<[Prepared, Prepared][]> {
  const round = uuidv7().slice(-12);
  const pairs = Array.from({ length: PAIRS }, (_, n) => {
    const email = (group: string) => `somebody-${String(n).padStart(3, '0')}-${group}@${round}.example`;
    return [email('a'), email('b')] as const;
  });
  await stack.sql`
    with people as (
      insert into users (id, email, name) select gen_random_uuid(), email, 'Known' from unnest(${pairs.map(([known]) => known)}::text[]) email
      returning id
    ), places as (
      insert into workspaces (id, slug, name, plan, subscription_status)
      select id, 'w' || replace(id::text, '-', ''), 'Theirs', 'free', 'active' from people returning id
    )
    insert into memberships (id, workspace_id, user_id, username, role) select gen_random_uuid(), id, id, 'host', 'owner' from places`;
  return pairs.map(([known, unknown]) => [prepare(known), prepare(unknown)]);
}

const ofPage = ({ status, location }: Page): string => `${status} ${location?.split('?')[0]}`;
const ofAnswer = ({ status, json }: Awaited<ReturnType<typeof verify>>): string =>
  JSON.stringify([status, shapeOf(json())]);

describe('nobody learns, from an answer or its time, whether an address is known', () => {
  it('from asking for a code', { timeout: 60_000 }, async () => {
    await expectNoDifference(() =>
      newPairs((email) => async () => () => timed(() => requestStart(stack, { email }), ofAnswer)),
    );
  });

  it('from a wrong code', { timeout: 120_000 }, async () => {
    await expectNoDifference(() =>
      newPairs((email) => async () => {
        const { challengeId } = await start(stack, { email });
        // One code of 2.56 × 10^10.
        return () => timed(() => verify(stack, { challengeId, code: 'BBBBBBBB' }), ofAnswer);
      }),
    );
  });

  it('from the sign-in page', { timeout: 60_000 }, async () => {
    const ask = await linkAsker(stack.appUrl);
    await expectNoDifference(() => newPairs((email) => async () => () => timed(() => ask(email), ofPage)));
  });
});
