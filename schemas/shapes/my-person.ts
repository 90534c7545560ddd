import { z } from 'zod';
import { LANGUAGES } from '../../texts/languages.ts';

export const MyLanguage = z
  .enum(LANGUAGES)
  .nullable()
  .describe('The language of your pages and mails. null: that of your browser.');

/** A person for themselves. */
export const MyPerson = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  language: MyLanguage,
  createdAt: z.iso.datetime(),
});
