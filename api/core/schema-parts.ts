import type { z } from 'zod';

export type Schema = z.core.$ZodType;
export type Shape = Readonly<Record<string, Schema>>;

/** What a schema is made of. A kind of schema has few of these. */
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

/** The rules between the fields of an object, beside those of each field. */
export const rulesOf = (schema: Schema): readonly z.core.$ZodCheck[] => schema._zod.def.checks ?? [];

const othersOf = (catchall: Schema | undefined): NonNullable<SchemaParts['others']> => {
  if (catchall === undefined) return 'plain';
  return catchall._zod.def.type === 'never' ? 'strict' : 'free';
};
