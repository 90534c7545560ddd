import type { Samples } from './sample.ts';

export const activitySamples: Samples = {};
