import type { Sql } from 'postgres';

/** What operators watch of prep packs. Counts are of now. */
export interface PrepState {
  /** Domains whose sources were asked within the last hour. */
  readonly askedDomains: number;
  /** Of these domains, by source and reason: what a source could not say. A definite no is no failure. */
  readonly failedSources: readonly { readonly source: string; readonly reason: string; readonly domains: number }[];
  /** Look-ups that have begun and not ended; most wait for their turn. */
  readonly waitingLookUps: number;
  readonly oldestWaitingSeconds: number;
  /** Look-ups that found nothing and wait for a further try; for how long the oldest is due. */
  readonly furtherTries: number;
  readonly oldestDueTrySeconds: number;
  /** Packs that our own code could not make. */
  readonly unmadePacks: number;
  /** Of meetings that begin within half an hour: not made, or its mail is two minutes late. */
  readonly latePacks: number;
  readonly latePackMails: number;
}

const NOTHING: PrepState = {
  ...{ askedDomains: 0, failedSources: [], waitingLookUps: 0, oldestWaitingSeconds: 0 },
  ...{ furtherTries: 0, oldestDueTrySeconds: 0, unmadePacks: 0, latePacks: 0, latePackMails: 0 },
};

/** By indexes only: the domains of one hour, the look-ups under way, and the packs that wait. */
export async function readPrepState(sql: Sql): Promise<PrepState> {
  const [row] = await sql<PrepState[]>`
    with asked as (
      select failures from look_up_leases
      where leased_until > now() - interval '1 hour' and leased_until <= now() and failures is not null
    )
    select (select count(*)::int from asked) as "askedDomains",
      (select coalesce(json_agg(json_build_object('source', source, 'reason', reason, 'domains', domains)), '[]') from (
        select key as source, value as reason, count(*)::int as domains from asked, jsonb_each_text(failures) group by 1, 2
      ) failed) as "failedSources",
      w.n as "waitingLookUps", w.oldest as "oldestWaitingSeconds", t.n as "furtherTries", t.oldest as "oldestDueTrySeconds",
      (select count(*)::int from prep_packs where status = 'failed' and ended_at is null) as "unmadePacks",
      (select count(*)::int from prep_packs p join bookings b on b.id = p.booking_id
        where p.made_version < p.inputs_version and p.ended_at is null
          and b.start_at between now() and now() + interval '30 minutes') as "latePacks",
      (select count(*)::int from prep_packs p join bookings b on b.id = p.booking_id
        where p.ended_at is null and p.next_look_at < now() - interval '2 minutes' and b.start_at > now()) as "latePackMails"
    from (
      select count(*)::int as n, coalesce(extract(epoch from clock_timestamp() - min(updated_at)), 0)::float8 as oldest
      from enrichments where status = 'running'
    ) w, (
      select count(*)::int as n, greatest(coalesce(extract(epoch from clock_timestamp() - min(r.retry_at)), 0), 0)::float8 as oldest
      from enrichments r join prep_packs p on p.booking_id = r.booking_id join bookings b on b.id = r.booking_id
      where r.retry_at is not null and p.ended_at is null and r.retry_at < b.start_at and b.start_at > now()
    ) t`;
  return row ?? NOTHING;
}
