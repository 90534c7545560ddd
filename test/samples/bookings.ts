import type { Samples } from './sample.ts';

export const bookingSamples: Samples = {};
