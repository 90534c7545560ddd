import type { Samples } from './sample.ts';

export const billingSamples: Samples = {
  'billing.getBilling': { good: () => ({}) },
};
