import type { z } from 'zod';

/** The mark of a field whose schema the list of tools has once. */
export const DEFINED_IN_MARK = 'x-defined-in';

/**
 * Marks an object of an output that several tools answer: the list of tools has its schema where `by` says, the OpenAPI document has it everywhere.
 * A model reads the whole list, so each thing is said once (docs/decisions/prep.md#flow-and-queue).
 * @param by the tool that defines it, or `the OpenAPI document`
 */
export const definedIn = <T extends z.ZodType>(by: string, schema: T) => schema.meta({ [DEFINED_IN_MARK]: by });
