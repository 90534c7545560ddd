import { z } from 'zod';

const longNames = z.registry<{ readonly longName: string }>();

/** The `id` of something that a list tool shows. Elsewhere the same is called `teamId`. @param kind `team` of list_teams */
export const listedId = (kind: string) =>
  z
    .uuid()
    .describe(`From list_${kind}s.`)
    .register(longNames, { longName: `${kind}Id` });

/** Returns the name of such an `id` next to other ids. null: it has no other name. */
export const longNameOf = (id: z.core.$ZodType | undefined): string | null =>
  (id && longNames.get(id)?.longName) ?? null;
