import { FACTS_FRESH_MS } from '../../domain/prep/prep-standing.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import { json, type Queryable } from '../database.ts';

export interface KnownFacts {
  readonly facts: DomainFacts;
  readonly ageMs: number;
  /** By the clock of the database. */
  readonly nowMs: number;
}

/** The last facts about a domain, however old; undefined: it was never looked up, or nothing was found. */
export async function readKnownFacts(sql: Queryable, domain: string): Promise<KnownFacts | undefined> {
  const [row] = await sql<KnownFacts[]>`
    select facts, (extract(epoch from clock_timestamp() - looked_up_at) * 1000)::float8 as "ageMs",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from domain_lookups where domain = ${domain}`;
  return row;
}

export async function keepFacts(sql: Queryable, facts: DomainFacts): Promise<void> {
  await sql`
    insert into domain_lookups (domain, facts, looked_up_at) values (${facts.domain}, ${json(sql, facts)}, clock_timestamp())
    on conflict (domain) do update set facts = excluded.facts, looked_up_at = excluded.looked_up_at`;
}

/** Whether a workspace paid for facts about a domain that are still fresh: it does not pay for them twice. */
export async function hasPaidFor(sql: Queryable, workspaceId: string, domain: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from enrichments where workspace_id = ${workspaceId} and domain = ${domain} and credits_charged > 0
      and looked_up_at > clock_timestamp() - ${FACTS_FRESH_MS} * interval '1 millisecond' limit 1`;
  return row !== undefined;
}
