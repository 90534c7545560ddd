import type { Operation } from '../../schemas/operation.ts';
import { partsOf, type Schema } from './schema-parts.ts';

/** True for an input that is declared strict (decision 0172). */
export const isStrict = (schema: Schema): boolean => partsOf(schema).others === 'strict';

/**
 * True for an operation that refuses unknown fields over REST: those of the holder of a key, and those that are declared strict. Public
 * ones ignore them, because links get decorated and webhooks grow; as tools they refuse them as well (contract, Errors beyond the table).
 */
export const isClosedOverRest = ({ auth, input }: Pick<Operation, 'auth' | 'input'>): boolean =>
  typeof auth === 'object' || isStrict(input);
