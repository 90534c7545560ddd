import type { Person } from '../../domain/access/actor.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { type Activity, logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { PersonRow } from './sign-in.ts';

export interface MeRow extends PersonRow {
  readonly bio: string | null;
  /** the picture's file name; null: none */
  readonly photoFile: string | null;
  /** A new address whose link still works. */
  readonly addressChange: { readonly email: string; readonly expiresAt: Date } | null;
}

/** A person for themselves. @throws Error if there is none: sessions end with their person */
export async function readMe(sql: Queryable, userId: string): Promise<MeRow> {
  const [row] = await sql<(Omit<MeRow, 'addressChange'> & { newEmail: string | null; expiresAt: Date })[]>`
    select u.id, u.email::text, u.name, u.language, u.created_at as "createdAt", u.bio, p.file as "photoFile",
      c.new_email::text as "newEmail", c.expires_at as "expiresAt"
    from users u left join user_photos p on p.user_id = u.id left join lateral (
      select new_email, expires_at from address_changes
      where user_id = u.id and confirmed_at is null and expires_at > clock_timestamp() order by created_at desc limit 1) c on true
    where u.id = ${userId}`;
  if (!row) throw new Error(`user ${userId} does not exist`);
  const { newEmail, expiresAt, ...person } = row;
  return { ...person, addressChange: newEmail === null ? null : { email: newEmail, expiresAt } };
}

interface Membership {
  readonly workspaceId: string;
  readonly username: string;
}

/** Logs what a person changed of themselves, in each of their workspaces: their name and address are seen there. */
export async function logInWorkspaces(
  tx: Transaction,
  { userId }: Pick<Person, 'userId'>,
  {
    source,
    action,
    data,
  }: { readonly source: BookingSource; readonly action: Activity['action']; readonly data: object },
): Promise<void> {
  const memberships = await tx<Membership[]>`
    select workspace_id as "workspaceId", username from memberships where user_id = ${userId} order by workspace_id`;
  const subject = { type: 'member', id: userId } as const;
  for (const { workspaceId, username } of memberships) {
    const actor = { kind: 'session', userId, username } as const;
    await logActivity(tx, { actor, workspaceId, source, action, subject, data: { ...data } });
  }
}
