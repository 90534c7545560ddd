import { expect, it } from 'vitest';
import { type Subscription, seatCap, subscriptionAt, trialLeftMs } from '../../../domain/billing/plan.ts';

const NOW = 1_800_000_000_000;
const on = (plan: Subscription['plan']): Subscription => ({ plan, status: 'active', trialEndsAtMs: null });

it('seats by plan are those of the spec', () => {
  const caps = (['free', 'starter', 'plus', 'growth'] as const).map((plan) => seatCap(on(plan), NOW));
  expect(caps).toEqual([1, 3, 5, 10]);
});

it('a trial is Growth until its last millisecond, then free and active, before any sweep', () => {
  const trial: Subscription = { plan: 'growth', status: 'trialing', trialEndsAtMs: NOW };
  expect(seatCap(trial, NOW - 1)).toBe(10);
  expect(seatCap(trial, NOW)).toBe(1);
  expect(subscriptionAt(trial, NOW)).toEqual({ plan: 'free', status: 'active', trialEndsAtMs: NOW });
  expect(subscriptionAt(trial, NOW - 1)).toBe(trial);
  expect([NOW - 5, NOW, NOW + 5].map((now) => trialLeftMs(trial, now))).toEqual([5, 0, 0]);
  expect(trialLeftMs(on('growth'), NOW)).toBeNull();
});

it('what is paid does not end with a trial that was before', () => {
  const paid: Subscription = { plan: 'plus', status: 'active', trialEndsAtMs: NOW - 1 };
  expect(subscriptionAt(paid, NOW)).toBe(paid);
});
