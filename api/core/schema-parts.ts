import type { z } from 'zod';
import type { Operation } from '../../schemas/operation.ts';

/** True for an input that is declared strict (docs/decisions/api.md#unknown-arguments). */
export const isStrict = (schema: Schema): boolean => partsOf(schema).others === 'strict';

/**
 * True for an operation that refuses unknown fields over REST: those of the holder of a key, and those that are declared strict. Public
 * ones ignore them, because links get decorated and webhooks grow; as tools they refuse them as well (contract, Errors beyond the table).
 */
export const isClosedOverRest = ({ auth, input }: Pick<Operation, 'auth' | 'input'>): boolean =>
  typeof auth === 'object' || isStrict(input);

export type Schema = z.core.$ZodType;
export type Shape = Readonly<Record<string, Schema>>;

/** The parts of a schema. Each type of schema has few of these. */
export interface SchemaParts {
  readonly type: z.core.$ZodTypeDef['type'];
  /** Of one that may be absent, null or a default: the schema below it. */
  readonly innerType?: Schema;
  /** Of a conversion: what it takes. */
  readonly from?: Schema;
  /** Of a list. */
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly shape?: Shape;
  /** Of an object: unknown fields are kept (`free`), refused (`strict`), or left out (`plain`). */
  readonly others?: 'free' | 'strict' | 'plain';
  /** Of a choice. */
  readonly choices?: readonly unknown[];
}

/** The only place that knows how zod stores a schema. */
export function partsOf(schema: Schema): SchemaParts {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { type } = def;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return { type, innerType: def.innerType };
    case 'pipe':
      return { type, from: def.in };
    case 'array':
      return { type, element: def.element };
    case 'record':
      return { type, keyType: def.keyType, valueType: def.valueType };
    case 'union':
      return { type, options: def.options };
    case 'object':
      return { type, shape: def.shape, others: othersOf(def.catchall) };
    case 'enum':
      return { type, choices: Object.values(def.entries) };
    default:
      return { type };
  }
}

/** The rules between the fields of an object, in addition to those of each field. */
export const rulesOf = (schema: Schema): readonly z.core.$ZodCheck[] => schema._zod.def.checks ?? [];

const othersOf = (catchall: Schema | undefined): NonNullable<SchemaParts['others']> => {
  if (catchall === undefined) return 'plain';
  return catchall._zod.def.type === 'never' ? 'strict' : 'free';
};
