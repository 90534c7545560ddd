import type { Sql } from 'postgres';
import { FAILING_AFTER, SLOW_MS } from '../../domain/webhooks/schedule.ts';
import { PING } from '../../schemas/shapes/webhook-events.ts';

/** What operators watch of webhooks. Counts are of now. */
export interface WebhookState {
  /** Webhooks that are tried with one event at a time: they fail, or no key opens their secret. */
  readonly failing: number;
  /** Disabled within the last day, by no person: `gone` answered 410, `failing` did nothing else for three days. */
  readonly disabled: { readonly gone: number; readonly failing: number };
  /** Events of the last hour that will not leave any more. Pings are none. */
  readonly givenUp: number;
  /** For how long the oldest delivery is due whose webhook is well and not slow; 0: none is. */
  readonly oldestDueSeconds: number;
}

const NOTHING: WebhookState = { failing: 0, disabled: { gone: 0, failing: 0 }, givenUp: 0, oldestDueSeconds: 0 };

/** Reads indexes only, and the deliveries of each healthy webhook once. */
export async function readWebhookState(sql: Sql): Promise<WebhookState> {
  const [row] = await sql<WebhookState[]>`
    select (select count(*)::int from webhook_endpoints
        where disabled_at is null and ((failing_since is not null and failures >= ${FAILING_AFTER}) or secret_retry_at is not null)) as failing,
      (select json_build_object('gone', count(*) filter (where disabled_reason = 'gone'),
          'failing', count(*) filter (where disabled_reason = 'failing'))
        from webhook_endpoints where disabled_at > now() - interval '1 day') as disabled,
      (select count(*)::int from webhook_deliveries
        where state = 'given_up' and ended_at > now() - interval '1 hour' and event_type <> ${PING}) as "givenUp",
      (select coalesce(extract(epoch from clock_timestamp() - min(d.next_at)), 0)::float8
        from webhook_endpoints e join workspaces w on w.id = e.workspace_id and w.erase_at is null
          cross join lateral (
            select next_at from webhook_deliveries where endpoint_id = e.id and state = 'pending' and next_at <= now()
            order by next_at, seq limit 1) d
        where e.disabled_at is null and e.failures < ${FAILING_AFTER} and e.secret_retry_at is null and coalesce(e.last_ms, 0) < ${SLOW_MS}) as "oldestDueSeconds"`;
  return row ?? NOTHING;
}
