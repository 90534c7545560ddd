import type { Samples } from './sample.ts';

export const teamSamples: Samples = {};
