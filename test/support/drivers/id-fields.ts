import { z } from 'zod';
import { partsOf } from '../../../api/core/schema-parts.ts';
import type { Operation } from '../../../schemas/operation.ts';

/** Returns whether a field takes an id, or a list of ids. */
function kindOf(schema: z.core.$ZodType): 'one' | 'list' | undefined {
  const { innerType, from, element } = partsOf(schema);
  const inner = innerType ?? from;
  if (inner) return kindOf(inner);
  if (element) return kindOf(element) ? 'list' : undefined;
  return schema instanceof z.ZodUUID ? 'one' : undefined;
}

/** The fields of an operation that take ids, each with how an id is given. */
export const idFieldsOf = ({ input }: Operation): readonly (readonly [field: string, of: (id: string) => unknown])[] =>
  Object.entries(input.shape).flatMap(([field, schema]) => {
    const kind = kindOf(schema as z.core.$ZodType);
    return kind ? [[field, (id: string) => (kind === 'list' ? [id] : id)] as const] : [];
  });
