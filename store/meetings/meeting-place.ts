import type { Role } from '../../schemas/shapes/access.ts';
import type { Language } from '../../texts/languages.ts';
import type { Queryable } from '../database.ts';

/** The workspace of a meeting, what a person is there, and where they meet. */
export interface MeetingPlace {
  readonly workspaceId: string;
  readonly workspaceSlug: string;
  readonly role: Role;
  /** The host's own text: a street, a number, a link; null: none. */
  readonly locationDetail: string | null;
  /** That the person chose for pages; null: none. */
  readonly language: Language | null;
}

/** For addresses that name a meeting and no workspace; undefined: no such meeting in any workspace of this person. */
export async function findMeetingPlace(
  sql: Queryable,
  { bookingId, userId }: { readonly bookingId: string; readonly userId: string },
): Promise<MeetingPlace | undefined> {
  const [row] = await sql<MeetingPlace[]>`
    select b.workspace_id as "workspaceId", w.slug as "workspaceSlug", m.role, b.location_detail as "locationDetail", u.language
    from bookings b join memberships m on m.workspace_id = b.workspace_id and m.user_id = ${userId} and m.leaving_at is null
    join users u on u.id = m.user_id join workspaces w on w.id = b.workspace_id where b.id = ${bookingId}`;
  return row;
}
