import { z } from 'zod';
import { line } from './fields.ts';

/** Input of every list: newest first unless it says otherwise. */
export const PageOfList = z.object({
  limit: z.int().min(1).max(100).default(50).describe('1 to 100 entries. Default 50.'),
  // Short, because agents read it in every list.
  cursor: line(1, 200).meta({ pattern: '^[\\w-]+$' }).optional().describe('The last nextCursor.'),
});

/** null: this was the last page. */
export const nextCursor = z.string().nullable().describe('Pass it as cursor for the next page; null: there is none.');
