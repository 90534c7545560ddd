import type { Samples } from './sample.ts';

export const scheduleSamples: Samples = {};
