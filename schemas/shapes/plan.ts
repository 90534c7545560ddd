import { z } from 'zod';

/** The plans of a workspace, smallest first (contract.md, Billing). */
export const Plan = z.enum(['free', 'starter', 'plus', 'growth']);
export type Plan = z.infer<typeof Plan>;

/** The limits of a plan. `remindersPerEventType`: for each event type; the others for the whole workspace. */
export const Feature = z.enum([
  'members',
  'eventTypes',
  'teams',
  'agentSeats',
  'remindersPerEventType',
  'webhooks',
  'creditsPerMonth',
]);
export type Feature = z.infer<typeof Feature>;

/** Features that are counted when one is added; `PLANS` has the caps. */
export const CountedFeature = Feature.extract(['members', 'eventTypes', 'teams', 'agentSeats', 'webhooks']);
export type CountedFeature = z.infer<typeof CountedFeature>;

/** Features that a gate keeps: those, and what is counted in each event type. */
export type GatedFeature = CountedFeature | 'remindersPerEventType';
