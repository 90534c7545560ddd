import type { Samples } from './sample.ts';

export const shortLinkSamples: Samples = {};
