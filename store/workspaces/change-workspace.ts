import { isDeepStrictEqual } from 'node:util';
import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import type { UpcomingCapSettings } from '../../domain/booking/upcoming-caps.ts';
import { type SomeBookingTimes, USUAL_TIMES, withTimes } from '../../domain/event-types/booking-defaults.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { PrepTemplate } from '../../schemas/shapes/prep.ts';
import type { PrepTextsChange, WorkspacePrepTexts } from '../../schemas/shapes/prep-texts.ts';
import { type ChangedMeanwhile, requireVersion } from '../activity/changed-meanwhile.ts';
import { changed, logActivity } from '../activity.ts';
import { json, type Transaction } from '../database.ts';
import { lockAsAdmin, type RoleLost } from '../membership-lock.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { type DefaultsOfRow, defaultsColumns } from './workspace-defaults.ts';
import { orSlugTaken, type WorkspaceName, type WorkspaceSlugTaken } from './workspaces.ts';

/** A workspace keeps its former slugs; without a cap it could take any number. */
const MOST_SLUGS = 10;

/** What admins may change; undefined: unchanged. */
interface WorkspaceChange {
  readonly name: string | undefined;
  readonly slug: string | undefined;
  /** #rrggbb; null: none */
  readonly accentColor: string | null | undefined;
  /** null: the default */
  readonly upcomingPerNetwork: number | null | undefined;
  readonly upcomingPerMailDomain: number | null | undefined;
  /** Guests' companies may be looked up. */
  readonly prepLookups: boolean | undefined;
  /** By template: takes the place of all of its own texts; null: back to the template's. Others stay. */
  readonly prepTexts: PrepTextsChange | undefined;
  readonly timezone: string | undefined;
  /** null: as the reader's region has it */
  readonly weekStartsOn: DefaultsOfRow['weekStartsOn'] | undefined;
  /** null: English */
  readonly language: DefaultsOfRow['language'] | undefined;
  /** Omitted times stay. */
  readonly bookingDefaults: SomeBookingTimes | undefined;
  /** As the caller has read it; undefined: whatever it is. */
  readonly expectedVersion: number | undefined;
}

type Changeable = WorkspaceName &
  UpcomingCapSettings &
  DefaultsOfRow & {
    readonly accentColor: string | null;
    readonly prepLookups: boolean;
    readonly prepTexts: WorkspacePrepTexts;
  };

export type UpdateRefusal =
  | ChangedMeanwhile
  | RoleLost
  | WorkspaceSlugTaken
  | { readonly refused: 'workspace_gone' }
  | { readonly refused: 'too_many_slugs'; readonly max: number };

/** What the answer says besides. */
interface Kept {
  readonly avatarFile: string | null;
  readonly version: number;
}

/** Changes a workspace's name, colour or slug; undefined: unchanged. It keeps its former slugs. */
export const updateWorkspace = (
  sql: Sql,
  workspaceId: string,
  request: WorkspaceChange,
  by: { readonly actor: Actor; readonly source: BookingSource },
): Promise<(Changeable & Kept) | UpdateRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<UpdateRefusal>) => {
    const [row] = await tx<(Changeable & Kept)[]>`
      select w.id, w.name, w.slug, w.accent_color as "accentColor", w.upcoming_per_network as "upcomingPerNetwork",
        w.upcoming_per_mail_domain as "upcomingPerMailDomain", w.prep_lookups as "prepLookups", w.prep_texts as "prepTexts",
        ${defaultsColumns(tx)}, a.file as "avatarFile", w.version::float8 as version
      from workspaces w left join workspace_avatars a on a.workspace_id = w.id
      where w.id = ${workspaceId} for no key update of w`;
    if (!row) return refuse({ refused: 'workspace_gone' });
    if ((await lockAsAdmin(tx, by.actor)) === null) return refuse({ refused: 'role_lost' });
    const { avatarFile, version, ...before } = row;
    const workspace = { workspaceId, type: 'workspace', id: workspaceId } as const;
    await requireVersion(tx, workspace, { version, expected: request.expectedVersion }, refuse);
    const after = withChange(before, request);
    if (request.slug !== undefined) await settleSlug(tx, workspaceId);
    if (isDeepStrictEqual(after, before)) return row;
    if (!(await isWithinSlugQuota(tx, workspaceId, after.slug)))
      return refuse({ refused: 'too_many_slugs', max: MOST_SLUGS });
    const [written] = await tx<{ version: number }[]>`
      update workspaces set name = ${after.name}, slug = ${after.slug}, accent_color = ${after.accentColor},
        upcoming_per_network = ${after.upcomingPerNetwork}, upcoming_per_mail_domain = ${after.upcomingPerMailDomain},
        prep_lookups = ${after.prepLookups}, prep_texts = ${json(tx, after.prepTexts)},
        timezone = ${after.timezone}, week_starts_on = ${after.weekStartsOn}, language = ${after.language},
        booking_defaults = ${json(tx, after.bookingDefaults)}
      where id = ${workspaceId} returning version::float8 as version`.catch(orSlugTaken(after.slug, refuse));
    const subject = { type: 'workspace', id: workspaceId } as const;
    await logActivity(tx, {
      ...by,
      workspaceId,
      action: 'workspace.updated',
      subject,
      data: logged(before, after),
    });
    return { ...after, avatarFile, version: written?.version ?? version };
  });

/** Who names a slug, be it the same, means it: from now on nothing suggests another. */
const settleSlug = (tx: Transaction, workspaceId: string) => tx`
  update workspaces set slug_settled_at = clock_timestamp() where id = ${workspaceId} and slug_settled_at is null`;

/** undefined: stays. */
const chosen = <Value>(value: Value | undefined, before: Value): Value => (value === undefined ? before : value);

const withChange = ({ id, ...before }: Changeable, change: WorkspaceChange): Changeable => ({
  id,
  name: change.name ?? before.name,
  slug: change.slug ?? before.slug,
  accentColor: chosen(change.accentColor, before.accentColor),
  upcomingPerNetwork: chosen(change.upcomingPerNetwork, before.upcomingPerNetwork),
  upcomingPerMailDomain: chosen(change.upcomingPerMailDomain, before.upcomingPerMailDomain),
  prepLookups: chosen(change.prepLookups, before.prepLookups),
  prepTexts: ofTemplates({ ...before.prepTexts, ...change.prepTexts }),
  timezone: change.timezone ?? before.timezone,
  weekStartsOn: chosen(change.weekStartsOn, before.weekStartsOn),
  language: chosen(change.language, before.language),
  bookingDefaults: { ...before.bookingDefaults, ...change.bookingDefaults },
});

const ofTemplates = (texts: PrepTextsChange): WorkspacePrepTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, own]) => own !== null));

/** What the log says of a change. Of texts, which may be long, only which ones are the workspace's own, for each template whose texts changed. */
function logged(old: Changeable, changes: Changeable) {
  const [{ prepTexts: before, ...oldRest }, { prepTexts: after, ...newRest }] = [
    withEachTime(old),
    withEachTime(changes),
  ];
  const names = PrepTemplate.options.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const own = (texts: WorkspacePrepTexts) => ({
    prepTexts: Object.fromEntries(names.map((name) => [name, Object.keys(texts[name] ?? {})])),
  });
  const data = changed(oldRest, newRest);
  if (names.length === 0) return data;
  return { before: { ...data.before, ...own(before) }, after: { ...data.after, ...own(after) } };
}

/** With the times of new event types beside the other settings: the log says of each what it was. */
const withEachTime = ({ bookingDefaults, ...rest }: Changeable) => ({
  ...rest,
  ...withTimes(USUAL_TIMES, bookingDefaults),
});

/** Whether a workspace may have a slug. Its former slugs are always allowed. Under the lock of the workspace. */
async function isWithinSlugQuota(tx: Transaction, workspaceId: string, newSlug: string): Promise<boolean> {
  const slugs = await tx<{ slug: string }[]>`select slug from workspace_slugs where workspace_id = ${workspaceId}`;
  return slugs.length < MOST_SLUGS || slugs.some(({ slug }) => slug === newSlug);
}
