import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from './stack.ts';

const GUEST = 'guest@example.com';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 'product' });
});
afterAll(() => stack.close());

const event = (path: string): string => `${stack.publicUrl}/api/v1/public/acme/ada/intro-30/${path}`;

const post = async (path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(event(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it('books a slot through the real api and a real worker', async () => {
  const { slots } = (await (await fetch(event('slots?timezone=UTC&limit=1'))).json()) as {
    slots: { startUtc: string }[];
  };
  await post('otp', { email: GUEST });
  const code = /\d{6}/.exec((await stack.waitForMail(GUEST, 'booking_code')).subject)?.[0];
  const invitee = { email: GUEST, timezone: 'UTC' };
  const booked = await post('book', { startAt: slots[0]?.startUtc, code, invitee });
  expect(booked).toMatchObject({ status: 200, body: { booking: { status: 'confirmed' } } });
  const { subject } = await stack.waitForMail(GUEST, 'booking_confirmation');
  expect(subject).not.toBe('');
  expect(stack.logLines.length).toBeGreaterThan(0);
});

it('answers 503 while its worker is away and goes on when one is back', async () => {
  await stack.stopWorker();
  const away = await post('otp', { email: 'second@example.com' });
  expect(away.status).toBe(503);
  await stack.startWorker();
  await expect(stack.waitForMail('second@example.com', 'booking_code')).resolves.toBeDefined();
});
