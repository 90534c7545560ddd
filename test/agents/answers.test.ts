import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOKEN_LIMITS } from '../support/asserts/tokens.ts';
import { meetingsAnswer, weekAnswer } from '../support/drivers/token-answers.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());

it('a week of open times fits its limit, and says all that a booking needs', async () => {
  const { tokens, value } = await weekAnswer(stack, Date.now());
  const days = value.slotsByDate as unknown as { dateLocal: string; dayOfWeek: string; times: object[] }[];
  expect(days.map(({ dayOfWeek, times }) => [dayOfWeek, times.length])).toEqual(
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => [day, 16]),
  );
  expect(days[0]?.times[0]).toEqual({ startUtc: `${days[0]?.dateLocal}T09:00:00Z`, startLocal: '10:00' });
  expect(value).toMatchObject({
    bookerTimezone: 'Europe/Berlin',
    form: { requiredFieldKeys: ['topic', 'size'], fields: [{ key: 'topic' }, { key: 'size' }] },
  });
  expect(tokens).toBeLessThanOrEqual(TOKEN_LIMITS.tokens_week);
});

it('twenty meetings fit their limit, each with what one needs to choose it', async () => {
  const { tokens, value } = await meetingsAnswer(stack, Date.now());
  const { meetings } = value as unknown as { meetings: readonly object[] };
  expect(meetings).toHaveLength(20);
  expect(meetings[0]).toEqual({
    id: expect.any(String),
    display: expect.stringMatching(/^Mon, \d+ \w+ \d{4}, 10:00 – 10:30$/),
    status: 'confirmed',
    event: 'Intro call',
    invitee: { name: 'Grace Hopper', email: 'grace.hopper@example.com' },
  });
  expect(value).toMatchObject({ timezone: 'UTC', host: 'Hedy Host', untrusted: expect.any(Array) });
  expect(tokens).toBeLessThanOrEqual(TOKEN_LIMITS.tokens_meetings);
});
