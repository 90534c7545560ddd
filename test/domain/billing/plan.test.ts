import { expect, it } from 'vitest';
import { planOffers } from '../../../domain/billing/offers.ts';
import { capsOf, fitsFrom, type Subscription, subscriptionAt, trialLeftMs } from '../../../domain/billing/plan.ts';
import { Plan } from '../../../schemas/shapes/plan.ts';
import { MOST_REMINDERS } from '../../../schemas/shapes/reminders.ts';

const NOW = 1_800_000_000_000;
const on = (plan: Plan, seats: number | null = null): Subscription => ({
  ...{ plan, status: 'active', trialEndsAtMs: null, seats },
});

it('caps by plan are those of the contract', () => {
  const caps = Plan.options.map((plan) => Object.values(capsOf(on(plan, plan === 'free' ? null : 7), NOW)));
  expect(caps).toEqual([
    [1, 3, 0, 1, 1, 1, 0],
    [7, null, 1, 3, 3, 3, 20],
    [7, null, 5, 5, 5, 10, 50],
    [7, null, null, 10, 10, 50, 150],
  ]);
});

it('no plan has room for more reminders than the API takes, and the largest has room for them', () => {
  const rooms = Plan.options.map((plan) => capsOf(on(plan, 7), NOW).remindersPerEventType ?? Infinity);
  expect(Math.max(...rooms)).toBe(MOST_REMINDERS);
});

it('prices are in USD for each member; a year costs ten months', () => {
  const prices = planOffers().map(({ usdPerMemberMonthly, usdPerMemberYearly }) => [
    usdPerMemberMonthly,
    usdPerMemberYearly,
  ]);
  expect(prices).toEqual([
    [0, 0],
    [12, 120],
    [20, 200],
    [30, 300],
  ]);
});

it('a plan that was granted by hand has no limit of members', () => {
  expect(capsOf(on('growth'), NOW).members).toBeNull();
  expect(capsOf(on('free'), NOW).members).toBe(1);
});

it('the smallest plan that has room', () => {
  expect([1, 2, 3, 6, 11].map((seats) => fitsFrom('agentSeats', seats, 'free'))).toEqual([
    ...['free', 'starter', 'starter', 'growth', null],
  ]);
  expect(fitsFrom('members', 2, 'free')).toBe('starter');
  expect(fitsFrom('teams', 1_000, 'starter')).toBe('growth');
});

it('for more members it is the plan that is paid, and none for more than can be paid online', () => {
  expect(fitsFrom('members', 7, 'plus')).toBe('plus');
  expect(fitsFrom('members', 20, 'starter')).toBe('starter');
  expect(fitsFrom('members', 21, 'plus')).toBeNull();
});

it('a trial is Growth with ten members until its last millisecond, then free and active, before any sweep', () => {
  const trial: Subscription = { plan: 'growth', status: 'trialing', trialEndsAtMs: NOW, seats: null };
  expect(capsOf(trial, NOW - 1)).toMatchObject({ agentSeats: 10, members: 10 });
  expect(capsOf(trial, NOW)).toMatchObject({ agentSeats: 1, members: 1 });
  expect(subscriptionAt(trial, NOW)).toMatchObject({ plan: 'free', status: 'active', trialEndsAtMs: NOW });
  expect(subscriptionAt(trial, NOW - 1)).toBe(trial);
  expect([NOW - 5, NOW, NOW + 5].map((now) => trialLeftMs(trial, now))).toEqual([5, 0, 0]);
  expect(trialLeftMs(on('growth'), NOW)).toBeNull();
});

it('what is paid does not end with a trial that was before', () => {
  const paid: Subscription = { plan: 'plus', status: 'active', trialEndsAtMs: NOW - 1, seats: 3 };
  expect(subscriptionAt(paid, NOW)).toBe(paid);
});
