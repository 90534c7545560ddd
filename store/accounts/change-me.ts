import type { Sql } from 'postgres';
import type { Person } from '../../domain/access/actor.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Language } from '../../texts/languages.ts';
import { changed } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { type AddressRefusal, type AskedAddress, askForAddress } from './address-changes.ts';
import { logInWorkspaces } from './me.ts';

/** What a person changes of themselves; what is undefined stays. */
export interface ChangeOfMe {
  /** A new address: asked for, until its link is opened. */
  readonly address?: AskedAddress | undefined;
  readonly name?: string | undefined;
  /** null: as the browser asks */
  readonly language?: Language | null | undefined;
  /** Words about the person; null: none */
  readonly bio?: string | null | undefined;
}

/**
 * Changes all of it, or nothing: the address comes first, because it may be refused.
 * @returns the mail to send to the new address; null: none
 */
export const changeMe = (
  sql: Sql,
  person: Person,
  { address, ...profile }: ChangeOfMe,
  source: BookingSource,
): Promise<{ readonly mailId: string | null } | AddressRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<AddressRefusal>) => {
    const asked = address ? await askForAddress(tx, refuse, person, address) : { mailId: null };
    await changeProfile(tx, person, profile, source);
    return asked;
  });

/** What is the same already changes nothing. Nobody else sees the language: it is not logged. */
async function changeProfile(
  tx: Transaction,
  person: Person,
  { name, language, bio }: Omit<ChangeOfMe, 'address'>,
  source: BookingSource,
): Promise<void> {
  const { userId } = person;
  const [before] = await tx<{ name: string; language: Language | null; bio: string | null }[]>`
    select name, language, bio from users where id = ${userId} for no key update`;
  if (!before) return;
  const after = {
    name: name ?? before.name,
    language: language === undefined ? before.language : language,
    bio: bio === undefined ? before.bio : bio,
  };
  if (Object.keys(changed(before, after).after).length === 0) return;
  await tx`update users set ${tx(after)} where id = ${userId}`;
  if (after.name !== before.name) {
    const data = changed({ name: before.name }, { name: after.name });
    await logInWorkspaces(tx, person, { source, action: 'member.renamed', data });
  }
  if (after.bio !== before.bio) {
    const data = changed({ bio: before.bio }, { bio: after.bio });
    await logInWorkspaces(tx, person, { source, action: 'member.profile_changed', data });
  }
}
