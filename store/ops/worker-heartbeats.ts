import type { Sql } from 'postgres';
import type { PaymentsMode } from '../../domain/billing/payments-account.ts';

/** A worker writes its row this often. */
export const BEAT_EVERY_MS = 3_000;
/** A worker that missed four beats is gone: killed, hung, or without its database. */
const GONE_AFTER_MS = 4 * BEAT_EVERY_MS;

export interface WorkerIdentity {
  readonly id: string;
  /** Names the deployed code. */
  readonly build: string;
  readonly taskQueue: string;
  /** What it pays with. Absent: not told. */
  readonly payments?: PaymentsMode;
  /** Of its SECRET_KEY. Absent: not told. */
  readonly secretMark?: string;
}

/** Says that a worker runs. Rows of workers that were killed are deleted after an hour. */
export async function beat(sql: Sql, { id, build, taskQueue, payments, secretMark }: WorkerIdentity): Promise<void> {
  await sql`insert into worker_builds (build, task_queue) values (${build}, ${taskQueue}) on conflict do nothing`;
  await sql`
    insert into worker_heartbeats (id, build, task_queue, payments, secret_mark)
    values (${id}, ${build}, ${taskQueue}, ${payments ?? null}, ${secretMark ?? null})
    on conflict (id) do update set seen_at = clock_timestamp()`;
  await sql`delete from worker_heartbeats where seen_at < now() - interval '1 hour'`;
}

/** Says that a worker takes no more work. */
export async function leave(sql: Sql, id: string): Promise<void> {
  await sql`delete from worker_heartbeats where id = ${id}`;
}

export interface RunningBuild {
  readonly build: string;
  readonly workers: number;
  /** Whether a worker of a build that was first seen later runs on the same queue. */
  readonly outdated: boolean;
  /** What its workers pay with; those of older versions do not say it. */
  readonly payments: readonly PaymentsMode[];
  /** Of their SECRET_KEYs; those of older versions do not say it. */
  readonly secretMarks: readonly string[];
}

/** The builds whose workers run on a queue now, the newest first. */
export async function runningBuilds(sql: Sql, taskQueue: string): Promise<RunningBuild[]> {
  return sql<RunningBuild[]>`
    select build, count(*)::int as workers, rank() over (order by first_seen_at desc) > 1 as outdated,
      coalesce(array_agg(distinct payments) filter (where payments is not null), '{}') as payments,
      coalesce(array_agg(distinct secret_mark) filter (where secret_mark is not null), '{}') as "secretMarks"
    from worker_heartbeats join worker_builds using (build, task_queue)
    where task_queue = ${taskQueue} and seen_at > clock_timestamp() - ${GONE_AFTER_MS} * interval '1 millisecond'
    group by build, first_seen_at order by first_seen_at desc`;
}
