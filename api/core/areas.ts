import type { Operation } from '../../schemas/operation.ts';

/** Operations by area and name: the contract, or what a test declares instead. */
export type Areas = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
