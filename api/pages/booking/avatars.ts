import { teamSlugOf } from '../../../domain/bookable/bookable-event.ts';
import type { HostAddress } from '../../../store/bookable/avatars.ts';
import type { HostFaces } from '../../../web/parts/faces.tsx';
import type { Visit } from '../shell/visit.ts';
import { nameFromLink } from './event-address.ts';

/** The page waits for pictures no longer than this. */
const FACES_DEADLINE_MS = 1_000;

/** Who a guest may meet: a host's picture and words, or the members of a team. Without them if they cannot be read. */
export async function avatarsOf(visit: Visit, address: HostAddress): Promise<HostFaces> {
  const found = await visit.tryRead(() => visit.kit.faces.find(address), FACES_DEADLINE_MS);
  const isTeam = teamSlugOf(address.username) !== null;
  const people = (found?.shown ?? []).map(({ name, photoFile }) => ({
    name,
    photoHref: photoFile === null ? null : `/assets/${photoFile}`,
  }));
  return {
    isTeam,
    // A host without a picture has initials. A team that cannot be read has nobody.
    people: people.length === 0 && !isTeam ? [{ name: nameFromLink(address.username), photoHref: null }] : people,
    more: found === null ? 0 : found.count - people.length,
    bio: isTeam ? null : (found?.shown[0]?.bio ?? null),
  };
}
