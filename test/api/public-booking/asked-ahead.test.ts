import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../support/guest.ts';
import { holdingBack, waitFor } from '../../support/hold-back.ts';
import { createHost } from '../../support/host.ts';
import { codeFor, iso, updatesOf, wrongCode } from '../../support/meeting.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { callerOver, outputOf, refusalOf } from '../../support/surfaces.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

const { call } = callerOver('REST', () => stack);

/** On a slow machine the locked row keeps the call waiting for longer than the database allows: a client repeats it. */
async function confirmUntilAnswered(input: { challengeToken: string; code: string }): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const answer = await call('confirm', input);
    if (tries === 5 || answer.ok || answer.status !== 503) return outputOf(answer);
  }
}

describe('a right code', () => {
  const asked = async () => {
    const [host, email] = [await createHost(stack.sql), newGuest()];
    const startAt = iso((await host.openStarts())[3] ?? 0);
    const { confirmUrl } = outputOf(
      await call('requestConfirmLink', { ...host.address, email, startAt, timezone: 'Asia/Kolkata' }),
    );
    const challengeToken = confirmUrl.slice(confirmUrl.lastIndexOf('/') + 1);
    const [row] = await stack.sql<{ id: string }[]>`select id from challenges where guest_email = ${email}`;
    return { challengeToken, code: await codeFor(stack, email), id: row?.id ?? '' };
  };
  const confirmsOf = async (id: string) => (await updatesOf(stack, id)).confirm ?? 0;

  it('whose attempt is stored late is carried out when it is asked for again', async () => {
    const { challengeToken, code, id } = await asked();
    let booking: Promise<unknown> | undefined;
    await holdingBack(stack.sql, async (tx) => {
      await tx`select from challenges where id = ${id} for update`;
      booking = confirmUntilAnswered({ challengeToken, code });
      // An update is in the history once it has its answer.
      await waitFor(async () => (await confirmsOf(id)) === 1, 'the flow to be asked in vain');
    });
    expect(await booking).toMatchObject({ booking: { id, status: 'confirmed' } });
    expect(await confirmsOf(id)).toBeGreaterThanOrEqual(2);
    expect(await stack.sql`select from bookings where id = ${id}`).toHaveLength(1);
  });

  it('that may not pass any more comes to nothing, though the flow was asked', async () => {
    const { challengeToken, code, id } = await asked();
    for (let n = 1; n <= 5; n++) refusalOf(await call('confirm', { challengeToken, code: wrongCode(code, n) }));
    expect(refusalOf(await call('confirm', { challengeToken, code })).details).toMatchObject({ reason: 'code_burned' });
    await waitFor(async () => (await confirmsOf(id)) === 1, 'the flow to be asked in vain');
    expect(await stack.sql`select from bookings where id = ${id}`).toHaveLength(0);
  });
});
