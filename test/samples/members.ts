import type { Samples } from './sample.ts';

export const memberSamples: Samples = {};
