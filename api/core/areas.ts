import type { Operation } from '../../schemas/operation.ts';

/** Operations by area and name: the contract, or a test's own. */
export type Areas = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
