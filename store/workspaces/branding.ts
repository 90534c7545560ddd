import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import type { Picture, PictureType } from '../../domain/branding/picture.ts';
import type { WeekStart } from '../../schemas/shapes/workspace-defaults.ts';
import type { Language } from '../../texts/languages.ts';
import { type Activity, changed, logActivity } from '../activity.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { lockAsAdmin, type RoleLost } from '../membership-lock.ts';
import { isLockedIn } from './locked-workspaces.ts';

const EXTENSIONS: Readonly<Record<PictureType, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

/** What a workspace shows its guests. */
export interface Branding {
  readonly name: string;
  /** #rrggbb; null: none chosen */
  readonly accentColor: string | null;
  /** the avatar's file name; null: none */
  readonly avatarFile: string | null;
}

/** The same, with what its web pages also need. */
export interface Guise extends Branding {
  /** the workspace takes no bookings now */
  readonly isLocked: boolean;
  /** null: as the reader's region has it */
  readonly weekStartsOn: WeekStart | null;
  /** for readers who name none of ours; null: English */
  readonly language: Language | null;
}

/** The branding of public workspaces, by their slug's position. */
export async function readBrandings(sql: Queryable, workspaceSlugs: readonly string[]): Promise<Map<number, Guise>> {
  const rows = await sql<(Guise & { position: number })[]>`
    select s.position::int4 as position, w.name, w.accent_color as "accentColor", a.file as "avatarFile",
      w.week_starts_on as "weekStartsOn", w.language, ${isLockedIn(sql)} as "isLocked"
    from unnest(${[...workspaceSlugs]}::text[]) with ordinality as s (slug, position)
    cross join lateral (select * from workspaces where slug = s.slug limit 1) w
    left join workspace_avatars a on a.workspace_id = w.id`;
  return new Map(rows.map(({ position, ...guise }) => [position - 1, guise]));
}

/** A picture by file name; undefined: it is no longer used. */
export async function readAvatar(sql: Queryable, file: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`select bytes from workspace_avatars where file = ${file} limit 1`;
  return row?.bytes;
}

/** The name is a hash of the content: a new picture has a new name, so caches never show the old one. */
export const pictureFile = (kind: 'avatar' | 'photo', { type, bytes }: Picture): string =>
  `${kind}-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${EXTENSIONS[type]}`;

/** Sets or removes a workspace's picture. The log has the file, never its bytes. @param by actor null: the service itself */
export const setAvatar = (
  sql: Sql,
  workspaceId: string,
  picture: Picture | null,
  by: { readonly actor: Actor | null; readonly source: Activity['source'] },
): Promise<Omit<Branding, 'name'> | RoleLost | { readonly refused: 'workspace_gone' }> =>
  inTransaction(sql, async (tx) => {
    const [workspace] = await tx<{ accentColor: string | null }[]>`
      select accent_color as "accentColor" from workspaces where id = ${workspaceId} for no key update`;
    if (!workspace) return { refused: 'workspace_gone' };
    if (by.actor !== null && (await lockAsAdmin(tx, by.actor)) === null) return { refused: 'role_lost' };
    const [row] = await tx<{ file: string }[]>`select file from workspace_avatars where workspace_id = ${workspaceId}`;
    const [before, after] = [row?.file ?? null, picture && pictureFile('avatar', picture)];
    const answer = { accentColor: workspace.accentColor, avatarFile: after };
    if (after === before) return answer;
    if (picture === null) await tx`delete from workspace_avatars where workspace_id = ${workspaceId}`;
    else {
      await tx`
        insert into workspace_avatars (workspace_id, file, bytes)
        values (${workspaceId}, ${pictureFile('avatar', picture)}, ${Buffer.from(picture.bytes)})
        on conflict (workspace_id) do update set file = excluded.file, bytes = excluded.bytes`;
    }
    await logActivity(tx, {
      ...by,
      workspaceId,
      action: 'workspace.updated',
      subject: { type: 'workspace', id: workspaceId },
      data: changed({ avatar: before }, { avatar: after }),
    });
    return answer;
  });
