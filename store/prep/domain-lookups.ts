import { isNoDomain } from '../../domain/prep/check-first.ts';
import { hasFacts } from '../../domain/prep/look-up-gaps.ts';
import { isWorthAsking, isWorthMending } from '../../domain/prep/merge-facts.ts';
import { askedAt, type DomainFacts } from '../../domain/prep/source.ts';
import { json, type Queryable } from '../database.ts';

/** How old facts may be; PostgreSQL's interval. */
type Interval = string;

/**
 * Facts about a domain that some workspace looked up, if they are no older than this and no source failed in passing since an hour, as if they were asked for now: nobody learns when
 * others did. They cost a credit like any look-up, so a domain of which nothing is known has none.
 */
export async function readFreshFacts(sql: Queryable, domain: string, freshFor: Interval): Promise<DomainFacts | null> {
  const [row] = await sql<{ facts: DomainFacts; nowMs: number }[]>`
    select facts, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from domain_lookups where domain = ${domain} and looked_up_at > now() - ${freshFor}::interval`;
  return row && hasFacts(row.facts) && !isWorthAsking(row.facts, row.nowMs)
    ? askedAt(row.facts, Math.floor(row.nowMs))
    : null;
}

/** The last facts about a domain, however old, with the times at which they were asked for. */
export async function readLastFacts(sql: Queryable, domain: string): Promise<DomainFacts | undefined> {
  const [row] = await sql<{ facts: DomainFacts }[]>`select facts from domain_lookups where domain = ${domain}`;
  return row?.facts;
}

/** Facts of a domain that is gone, too: those found earlier end with it. */
export async function keepFacts(sql: Queryable, facts: DomainFacts): Promise<void> {
  const goneAt = isNoDomain(facts) ? sql`clock_timestamp()` : null;
  await sql`
    insert into domain_lookups as d (domain, facts, looked_up_at, gone_at)
    values (${facts.domain}, ${json(sql, facts)}, clock_timestamp(), ${goneAt})
    on conflict (domain) do update set facts = excluded.facts, looked_up_at = excluded.looked_up_at,
      gone_at = coalesce(excluded.gone_at, d.gone_at)`;
}

export interface PaidFacts {
  readonly facts: DomainFacts;
  readonly lookedUpAt: Date;
  /** False: the domain was found gone, then or since. It is looked up again, for nothing. */
  readonly isValid: boolean;
  /** A source failed in passing more than an hour ago: it is asked again, for nothing. */
  readonly isWorthMending: boolean;
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
  const [row] = await sql<{ facts: DomainFacts; lookedUpAt: Date; isGoneSince: boolean; nowMs: number }[]>`
    select e.facts, e.paid_at as "lookedUpAt", coalesce(d.gone_at >= e.paid_at, false) as "isGoneSince",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from enrichments e left join domain_lookups d on d.domain = e.domain
    where e.workspace_id = ${workspaceId} and e.domain = ${domain} and e.paid_at is not null and e.facts is not null
      ${within === null ? sql`` : sql`and e.paid_at > now() - ${within}::interval`}
    order by e.paid_at desc limit 1`;
  if (!row) return undefined;
  const { facts, lookedUpAt, isGoneSince, nowMs } = row;
  const isValid = !isGoneSince && !isNoDomain(facts);
  return { facts, lookedUpAt, isValid, isWorthMending: isWorthMending(facts, nowMs) };
}
