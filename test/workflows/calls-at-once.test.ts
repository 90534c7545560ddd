import { afterAll, beforeAll, expect, it } from 'vitest';
import { replay } from '../../workers/replay.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { newGuest } from '../support/drivers/guest.ts';
import { createHost } from '../support/drivers/host.ts';
import { callerOver, outputOf } from '../support/drivers/surfaces.ts';
import { codeFor, eventually, iso } from '../support/factories/meeting.ts';
import { bundlePath } from '../support/stack/database.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

const { call } = callerOver('REST', () => stack);

/** Where a replay of the flow's history diverges; null: no divergence. */
async function divergenceOf(workflowId: string): Promise<string | null> {
  const history = await stack.client.workflow.getHandle(workflowId).fetchHistory();
  for await (const { divergence } of replay(bundlePath(), [{ workflowId, history }])) return divergence;
  throw new Error('nothing was replayed');
}

// A guest with a code may send many calls at once: from two tabs, or to do harm.
it.each([2, 2, 3, 5, 30])(
  '%i times requested at once with one code: one is booked, the flow can be replayed and the meeting canceled',
  async (count) => {
    const [host, email] = [await createHost(stack.sql), newGuest()];
    const starts = (await host.openStarts()).slice(0, count);
    outputOf(await call('requestCode', { ...host.address, email }));
    const code = await codeFor(stack, email);
    const invitee = { email, name: 'Gus', timezone: 'Asia/Kolkata' };
    const calls = starts.map((start) => call('book', { ...host.address, startAt: iso(start), code, invitee }));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    // Calls beyond the queue's length get too_many_attempts, and none gets a 500.
    const refusals = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.details?.reason])));
    expect([...refusals].filter((reason) => !['code_used', 'too_many_attempts'].includes(reason))).toEqual([]);
    expect(refusals.has('too_many_attempts')).toBe(count > 10);
    const booked = answers.flatMap((answer) => (answer.ok ? [answer.output.booking] : []))[0];
    const id = booked?.id ?? '';
    expect(await divergenceOf(flowId('booking', id))).toBeNull();
    const token = await eventually('the confirmation', async () => {
      const [mail] = await stack.sql<{ text: string }[]>`
        select text_body as text from local_mails where recipient = ${email} and kind = 'booking_confirmation'`;
      return mail && /\/manage\/([\w-]{43})/.exec(mail.text)?.[1];
    });
    outputOf(await call('cancelAsGuest', { token }));
    expect(await divergenceOf(flowId('booking', id))).toBeNull();
  },
);
