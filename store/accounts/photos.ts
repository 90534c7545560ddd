import type { Sql } from 'postgres';
import type { Person } from '../../domain/access/actor.ts';
import type { Picture } from '../../domain/branding/picture.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { changed } from '../activity.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { pictureFile } from '../workspaces/branding.ts';
import { logInWorkspaces } from './me.ts';

/** A picture by file name; undefined: it is no longer used. */
export async function readPhoto(sql: Queryable, file: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`select bytes from user_photos where file = ${file} limit 1`;
  return row?.bytes;
}

/** Sets or removes a person's picture. The log has the file, never its bytes. */
export const setMyPhoto = (sql: Sql, person: Person, picture: Picture | null, source: BookingSource): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const { userId } = person;
    await tx`select 1 from users where id = ${userId} for no key update`;
    const [row] = await tx<{ file: string }[]>`select file from user_photos where user_id = ${userId}`;
    const [before, after] = [row?.file ?? null, picture && pictureFile('photo', picture)];
    if (after === before) return;
    if (picture === null || after === null) await tx`delete from user_photos where user_id = ${userId}`;
    else {
      await tx`
        insert into user_photos (user_id, file, bytes) values (${userId}, ${after}, ${Buffer.from(picture.bytes)})
        on conflict (user_id) do update set file = excluded.file, bytes = excluded.bytes`;
    }
    const data = changed({ photo: before }, { photo: after });
    await logInWorkspaces(tx, person, { source, action: 'member.profile_changed', data });
  });
