import type { Scope } from '../../schemas/shapes/access.ts';
import type { Queryable } from '../database.ts';

const MOST_LISTED = 100;
/** How long ended ones are listed. */
const ENDED_LISTED_DAYS = 30;

export interface ListedGrant {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientHost: string | null;
  readonly redirectHost: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  /** A refresh token was used twice within its grace, last; networks are kept for 30 days. */
  readonly reusedAt: Date | null;
  readonly reuseNetworks: readonly string[] | null;
}

/** A person's connected apps, working ones first; ended and expired ones of the last 30 days. Those whose app never fetched a token are left out. */
export const listGrants = (sql: Queryable, userId: string): Promise<ListedGrant[]> => sql<ListedGrant[]>`
  select g.id, k.name, g.client_id as "clientId", g.client_host as "clientHost", g.redirect_host as "redirectHost",
    json_build_object('id', w.id, 'name', w.name) as workspace, k.scopes, k.created_at as "createdAt",
    k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt", ${endedAt(sql)} as "endedAt",
    g.reused_at as "reusedAt", g.reuse_networks as "reuseNetworks"
  from oauth_grants g join api_keys k on k.id = g.id join workspaces w on w.id = k.workspace_id
  where k.created_by_user_id = ${userId} and (${endedAt(sql)} is null
    or (${endedAt(sql)} > clock_timestamp() - ${ENDED_LISTED_DAYS} * interval '1 day' and k.last_used_at is not null))
  order by (${endedAt(sql)} is not null), k.created_at desc, g.id desc limit ${MOST_LISTED}`;

const endedAt = (sql: Queryable) => sql`
  coalesce(k.revoked_at, case when k.expires_at <= clock_timestamp() then k.expires_at end)`;
