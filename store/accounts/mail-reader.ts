import { DEFAULT_LANGUAGE, type Language, languageOfRow } from '../../texts/languages.ts';
import type { Queryable } from '../database.ts';
import { ofFirstWorkspace, personZone } from '../person-zone.ts';

/** How a person reads a mail. */
export interface MailReader {
  readonly language: Language;
  /** How they write dates, such as US; null: as the language usually does. */
  readonly region: string | null;
  /** IANA zone of their hours; UTC if they have none. */
  readonly timezone: string;
}

/** The language that is known of the user `u` themselves; null: none. */
export const ownLanguage = (sql: Queryable) => sql`coalesce(u.language, u.browser_language)`;

/** The region that the browser named in which the user `u` signed in last; null: none. */
export const mailRegion = (sql: Queryable) => sql`u.browser_region`;

/** The language of the user `u`, in two letters: the chosen one, else that of the pages in which they signed in last, else their workspace's; null: none. */
export const mailLanguage = (sql: Queryable) =>
  sql`coalesce(${ownLanguage(sql)}, ${ofFirstWorkspace(sql, 'language', 'u.id')})`;

/** How the person of an address reads a mail. undefined: the address has no account. */
async function findMailReader(sql: Queryable, address: string): Promise<MailReader | undefined> {
  const [row] = await sql<{ language: string | null; region: string | null; timezone: string }[]>`
    select ${mailLanguage(sql)} as language, ${mailRegion(sql)} as region, ${personZone(sql, 'u.id')} as timezone
    from users u where email = ${address}`;
  return row && { ...row, language: languageOfRow(row.language ?? DEFAULT_LANGUAGE) };
}

/** How a person reads, to write as they do for them. undefined: no language is known of them. */
export async function readWriter(
  sql: Queryable,
  userId: string,
): Promise<Pick<MailReader, 'region'> & { readonly language: Language | undefined }> {
  const [row] = await sql<{ language: string | null; region: string | null }[]>`
    select ${ownLanguage(sql)} as language, ${mailRegion(sql)} as region from users u where id = ${userId}`;
  return { language: row?.language ? languageOfRow(row.language) : undefined, region: row?.region ?? null };
}

/** How to write to an address; English and UTC if it has no account. */
export const readMailReader = async (sql: Queryable, address: string): Promise<MailReader> =>
  (await findMailReader(sql, address)) ?? { language: DEFAULT_LANGUAGE, region: null, timezone: 'UTC' };

/**
 * The language for an address that may have no account: its person's, else that of whoever causes the mail.
 * @param address null: it must make no difference
 * @param causedBy their address; null: nobody whom we know
 */
export async function readMailLanguage(
  sql: Queryable,
  address: string | null,
  causedBy: string | null,
): Promise<Language> {
  const own = address === null ? undefined : await findMailReader(sql, address);
  if (own || causedBy === null) return own?.language ?? DEFAULT_LANGUAGE;
  return (await readMailReader(sql, causedBy)).language;
}
