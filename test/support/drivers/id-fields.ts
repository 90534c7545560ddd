import type { z } from 'zod';
import type { Operation } from '../../../schemas/operation.ts';

interface Def {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly format?: string;
}

/** Whether a field takes an id, or a list of them. */
function kindOf(schema: z.core.$ZodType): 'one' | 'list' | undefined {
  const { innerType, in: from, element, format } = schema._zod.def as unknown as Def;
  const inner = innerType ?? from;
  if (inner) return kindOf(inner);
  if (element) return kindOf(element) ? 'list' : undefined;
  return format === 'uuid' ? 'one' : undefined;
}

/** The fields of an operation that take ids, each with how an id is given. */
export const idFieldsOf = ({ input }: Operation): readonly (readonly [field: string, of: (id: string) => unknown])[] =>
  Object.entries(input.shape).flatMap(([field, schema]) => {
    const kind = kindOf(schema as z.core.$ZodType);
    return kind ? [[field, (id: string) => (kind === 'list' ? [id] : id)] as const] : [];
  });
