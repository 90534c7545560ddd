import type { z } from 'zod';
import type { Operation } from '../../schemas/operation.ts';

/** True for an input that is declared strict (decision 0172). */
export const isStrict = (schema: z.ZodType): boolean =>
  (schema._zod.def as { catchall?: z.core.$ZodType }).catchall?._zod.def.type === 'never';

/**
 * True for an operation that refuses unknown fields over REST: those of the holder of a key, and those that are declared strict. Public
 * ones ignore them, because links get decorated and webhooks grow; as tools they refuse them as well (contract, Errors beyond the table).
 */
export const isClosedOverRest = ({ auth, input }: Pick<Operation, 'auth' | 'input'>): boolean =>
  typeof auth === 'object' || isStrict(input);
