import { v7 as uuidv7 } from 'uuid';
import type { FormInput } from '../../schemas/shapes/forms.ts';
import { json, type Transaction } from '../database.ts';

const UNIQUE_CHARACTERS = 12;
/** With a hyphen and the unique characters, no longer than a slug may be. */
const LONGEST_BASE = 47;

/** The event that a form is for. */
export interface FormOwner {
  readonly workspaceId: string;
  /** The form's slug, or the start of it. */
  readonly eventSlug: string;
}

/** Inserts an event's questions. @returns the form's id. */
export async function insertForm(
  tx: Transaction,
  { workspaceId, eventSlug }: FormOwner,
  form: FormInput,
): Promise<string> {
  const id = uuidv7();
  const unique = `${eventSlug.slice(0, LONGEST_BASE).replace(/-+$/, '')}-${id.slice(-UNIQUE_CHARACTERS)}`;
  for (const slug of [eventSlug, unique]) {
    const [made] = await tx`
      insert into forms (id, workspace_id, slug, name, description, fields)
      values (${id}, ${workspaceId}, ${slug}, ${form.name}, ${form.description ?? null}, ${json(tx, form.fields)})
      on conflict (workspace_id, slug) do nothing returning id`;
    if (made) return id;
  }
  throw new Error(`the form of ${eventSlug} found no slug`);
}

/** Replaces all questions of a form. Earlier answers keep their labels. */
export const replaceForm = (tx: Transaction, formId: string, form: FormInput) => tx`
  update forms set name = ${form.name}, description = ${form.description ?? null}, fields = ${json(tx, form.fields)}
  where id = ${formId}`;

/** Deletes a form that no event uses any more. */
export const deleteForm = (tx: Transaction, formId: string) => tx`delete from forms where id = ${formId}`;
