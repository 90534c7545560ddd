import pc from 'picocolors';
import { calendars } from '../../schemas/operations/calendars.ts';
import { workspace } from '../../schemas/operations/workspaces/workspace.ts';
import { createClient } from '../client.ts';
import { usageError } from '../exit.ts';
import { revokeKeyOf } from '../own-key.ts';
import { NAME_LENGTH, type Profile } from '../profiles.ts';
import type { Session } from '../session.ts';

/** A key that a login got, and what it is of. */
export type Granted = Pick<Profile, 'apiKey' | 'workspace' | 'user'>;

/** Characters of a key that lists show. */
const KEY_PREFIX_LENGTH = 16;

/** Refuses to overwrite a profile of another server: its key would be lost and stay valid. */
export function refuseOtherServer({ profileName, profile, endpoints }: Session): void {
  if (profileName === undefined || !profile || profile.appUrl === endpoints.appUrl) return;
  throw usageError(
    `Profile ${profileName} belongs to ${profile.appUrl}. Choose another --profile, or run: holdfast logout --profile ${profileName}`,
  );
}

/** Stores the key as a profile, revokes the one that it replaces, and says so. */
export async function storeLogin(session: Session, granted: Granted): Promise<void> {
  const { output, endpoints, profiles } = session;
  const profile: Profile = { ...endpoints, ...granted };
  const name = session.profileName ?? freeName((await profiles.read()).profiles, profile);
  const { profile: replaced } = await profiles.find(name);
  // The key is sent once: store it before anything that may fail.
  await profiles.save(name, profile);
  await profiles.save(name, { ...profile, publicUrl: await publicOrigin(session, granted.apiKey) });
  // The same key again, with --with-key, is replaced by itself.
  const isOther = replaced && replaced.apiKey !== granted.apiKey;
  const replacedKey = isOther && (await revokeReplaced(session, replaced));
  const { workspace: where, user } = granted;
  const hasCalendar = await isConnected(session, granted);
  output.answer({ profile: name, workspace: where, user, ...(replacedKey ? { replacedKey } : {}) }, () => {
    output.line(`Logged in to ${pc.bold(where.name)} as ${user.email}, profile ${name}.`);
    output.line(`The key is stored in ${profiles.file}`);
    if (!hasCalendar)
      output.line(
        'Connect a calendar, so that guests see only times at which you are free: holdfast calendars connect google',
      );
  });
}

/** True if the person has connected a calendar, also if that cannot be found out: the login itself has worked. */
const isConnected = async ({ endpoints }: Session, { apiKey, user }: Granted): Promise<boolean> =>
  createClient(endpoints, { apiKey })
    .call(calendars.listCalendars, {})
    .then(
      (listed) => listed.calendars.some(({ host }) => host.id === user.id),
      () => true,
    );

/** The workspace's slug, with a number if the name is taken. One person in one workspace has one profile. */
function freeName(known: Readonly<Record<string, Profile>>, { appUrl, workspace: where, user }: Profile): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = where.slug.slice(0, NAME_LENGTH - suffix.length) + suffix;
    const taken = Object.hasOwn(known, name) ? known[name] : undefined;
    const isSame = taken?.appUrl === appUrl && taken.workspace.id === where.id && taken.user.id === user.id;
    if (!taken || isSame) return name;
  }
}

/** The new key is stored, so a failure here is only reported: the old key may still work. */
async function revokeReplaced({ output }: Session, replaced: Profile): Promise<'revoked' | 'dead' | 'kept'> {
  try {
    const outcome = await revokeKeyOf(replaced);
    if (outcome === 'revoked') output.note('The previous key of this profile is revoked.');
    return outcome;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const begin = replaced.apiKey.slice(0, KEY_PREFIX_LENGTH);
    output.note(`The previous key of this profile (${begin}…) may still work: ${why} Revoke it: holdfast keys`);
    return 'kept';
  }
}

/** Guests' pages have their own origin; the workspace's links contain it. */
async function publicOrigin({ endpoints }: Session, apiKey: string): Promise<string> {
  try {
    const { links } = await createClient(endpoints, { apiKey }).call(workspace.getWorkspace, {});
    return new URL(links.bookingPage).origin;
  } catch {
    return endpoints.publicUrl;
  }
}
