import { json, type Queryable } from '../database.ts';

/** How long a refresh token that was used works again: two requests may leave at once, and an answer may be lost (docs/decisions/access.md#connected-apps). */
export const REFRESH_GRACE_SECONDS = 30;

/** What the server remembers for a while: a request, a code, a token. */
export interface Artifact {
  readonly model: string;
  /** sha256 of its id. */
  readonly idHash: Buffer;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grantId: string | null;
  readonly uidHash: Buffer | null;
  readonly lifetimeSeconds: number;
}

/** Stores it, in place of one with the same id. */
export async function saveArtifact(sql: Queryable, artifact: Artifact): Promise<void> {
  const { model, idHash, payload, grantId, uidHash, lifetimeSeconds } = artifact;
  await sql`
    insert into oauth_artifacts (model, id_hash, payload, grant_id, uid_hash, expires_at)
    values (${model}, ${idHash}, ${json(sql, payload)}, ${grantId}, ${uidHash},
      clock_timestamp() + ${lifetimeSeconds} * interval '1 second')
    on conflict (model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid_hash = excluded.uid_hash, expires_at = excluded.expires_at`;
}

export interface FoundArtifact {
  readonly payload: Record<string, unknown>;
  /** Used, and its grace is over. */
  readonly isSpent: boolean;
}

const graceOf = (model: string): number => (model === 'RefreshToken' ? REFRESH_GRACE_SECONDS : 0);

const found = (sql: Queryable, model: string) => sql`
  select payload, coalesce(consumed_at <= clock_timestamp() - ${graceOf(model)} * interval '1 second', false) as "isSpent"
  from oauth_artifacts where model = ${model}`;

/** undefined: there is none. */
export async function findArtifact(sql: Queryable, model: string, idHash: Buffer): Promise<FoundArtifact | undefined> {
  const [row] = await sql<FoundArtifact[]>`${found(sql, model)} and id_hash = ${idHash}`;
  return row;
}

export async function findArtifactByUid(
  sql: Queryable,
  model: string,
  uidHash: Buffer,
): Promise<FoundArtifact | undefined> {
  const [row] = await sql<FoundArtifact[]>`${found(sql, model)} and uid_hash = ${uidHash}`;
  return row;
}

/** A use of a code or token. `again`: within its grace, after another; with the networks of both uses. `spent`: refused. */
export type TokenUse =
  | { readonly use: 'first' | 'spent' }
  | { readonly use: 'again'; readonly isNew: boolean; readonly networks: readonly string[] };

/**
 * Notes that a code or token is used. The first use counts: a later one prolongs no grace, and of two uses at once without a grace only one
 * may go on.
 * @param from the client's network
 * @returns `isNew`: the first use within the grace after another
 */
export async function consumeArtifact(sql: Queryable, model: string, idHash: Buffer, from: string): Promise<TokenUse> {
  const [row] = await sql<{ isFirst: boolean; isNew: boolean; consumedFrom: string | null }[]>`
    update oauth_artifacts a set consumed_at = coalesce(a.consumed_at, clock_timestamp()),
      consumed_from = case when a.consumed_at is null then ${from} else a.consumed_from end,
      reused_at = case when a.consumed_at is not null then coalesce(a.reused_at, clock_timestamp()) end
    from (select consumed_at, reused_at from oauth_artifacts where model = ${model} and id_hash = ${idHash} for update) before
    where a.model = ${model} and a.id_hash = ${idHash}
      and (a.consumed_at is null or a.consumed_at > clock_timestamp() - ${graceOf(model)} * interval '1 second')
    returning before.consumed_at is null as "isFirst", before.reused_at is null as "isNew", a.consumed_from as "consumedFrom"`;
  if (!row) return { use: 'spent' };
  if (row.isFirst) return { use: 'first' };
  const networks = [...new Set([row.consumedFrom, from].filter((network) => network !== null))];
  return { use: 'again', isNew: row.isNew, networks };
}

/** How many refresh tokens of one grant work at once: some requests may leave together, and answers may be lost. */
const MOST_CHAINS = 5;

/** Ends the oldest refresh tokens of a grant: within its grace one token yields as many as are asked for, each with a life of its own. */
export const endOldChains = (sql: Queryable, grantId: string) => sql`
  delete from oauth_artifacts where model = 'RefreshToken' and grant_id = ${grantId} and consumed_at is null
    and id_hash in (select id_hash from oauth_artifacts
      where model = 'RefreshToken' and grant_id = ${grantId} and consumed_at is null
      order by expires_at desc, id_hash offset ${MOST_CHAINS})`;

export const deleteArtifact = (sql: Queryable, model: string, idHash: Buffer) =>
  sql`delete from oauth_artifacts where model = ${model} and id_hash = ${idHash}`;

/** Ends all codes or tokens of a grant. */
export const deleteArtifactsOfGrant = (sql: Queryable, model: string, grantId: string) =>
  sql`delete from oauth_artifacts where model = ${model} and grant_id = ${grantId}`;

/** What a person decided, in the words of the library. */
export type Decided = Readonly<Record<string, unknown>>;

/** Decides a request of an app that waits. Of several decisions at once the first one holds. @returns false: it was decided, or is over */
export async function decideRequest(sql: Queryable, idHash: Buffer, result: Decided): Promise<boolean> {
  const { count } = await sql`
    update oauth_artifacts set payload = payload || ${json(sql, { result })}
    where model = 'Interaction' and id_hash = ${idHash} and not payload ? 'result' and expires_at > clock_timestamp()`;
  return count > 0;
}
