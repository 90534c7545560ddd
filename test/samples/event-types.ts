import type { Samples } from './sample.ts';

export const eventTypeSamples: Samples = {};
