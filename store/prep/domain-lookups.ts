import { isWorthAsking } from '../../domain/prep/merge-facts.ts';
import { askedAt, type DomainFacts } from '../../domain/prep/source.ts';
import { json, type Queryable } from '../database.ts';

/** How old facts may be; PostgreSQL's interval. */
type Interval = string;

/**
 * Facts about a domain that some workspace looked up, if they are no older than this and no source failed in passing since an hour, as if they were asked for now: nobody learns when
 * others did. They cost a credit like any look-up.
 */
export async function readFreshFacts(sql: Queryable, domain: string, freshFor: Interval): Promise<DomainFacts | null> {
  const [row] = await sql<{ facts: DomainFacts; nowMs: number }[]>`
    select facts, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from domain_lookups where domain = ${domain} and looked_up_at > now() - ${freshFor}::interval`;
  return row && !isWorthAsking(row.facts, row.nowMs) ? askedAt(row.facts, Math.floor(row.nowMs)) : null;
}

/** The last facts about a domain, however old, with the times at which they were asked for. */
export async function readLastFacts(sql: Queryable, domain: string): Promise<DomainFacts | undefined> {
  const [row] = await sql<{ facts: DomainFacts }[]>`select facts from domain_lookups where domain = ${domain}`;
  return row?.facts;
}

export async function keepFacts(sql: Queryable, facts: DomainFacts): Promise<void> {
  await sql`
    insert into domain_lookups (domain, facts, looked_up_at) values (${facts.domain}, ${json(sql, facts)}, clock_timestamp())
    on conflict (domain) do update set facts = excluded.facts, looked_up_at = excluded.looked_up_at`;
}

export interface PaidFacts {
  readonly facts: DomainFacts;
  readonly lookedUpAt: Date;
}

/** The last facts about a domain that a workspace paid for itself. @param within null: however long ago */
export async function readPaidFacts(
  sql: Queryable,
  {
    workspaceId,
    domain,
    within,
  }: { readonly workspaceId: string; readonly domain: string; readonly within: Interval | null },
): Promise<PaidFacts | undefined> {
  const [row] = await sql<PaidFacts[]>`
    select facts, paid_at as "lookedUpAt" from enrichments
    where workspace_id = ${workspaceId} and domain = ${domain} and paid_at is not null and facts is not null
      ${within === null ? sql`` : sql`and paid_at > now() - ${within}::interval`}
    order by paid_at desc limit 1`;
  return row;
}
