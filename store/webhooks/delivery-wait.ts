import type { DeliveryWait, WaitsFor } from '../../domain/webhooks/delivery.ts';
import { FAILING_AFTER } from '../../domain/webhooks/schedule.ts';
import type { Queryable } from '../database.ts';

export interface WaitingDelivery {
  /** undefined: it does not wait any more. */
  readonly wait?: DeliveryWait;
  /** If its event is one of a booking. */
  readonly bookingId?: string;
}

interface Row {
  readonly isPending: boolean;
  readonly bookingId: string | null;
  readonly waitsFor: WaitsFor;
  readonly nextAt: Date;
  /** null: held for as long as somebody says so. */
  readonly probeAt: Date | null;
}

/** What a delivery waits for now, for operators. */
export async function readDeliveryWait(sql: Queryable, deliveryId: string): Promise<WaitingDelivery> {
  const [row] = await sql<Row[]>`
    select d.state = 'pending' as "isPending", case when v.type like 'booking.%' then v.subject_id end as "bookingId",
      case when w.erase_at is not null then 'workspace' when e.disabled_at is not null then 'disabled'
        when exists (select 1 from webhook_deliveries before where before.endpoint_id = d.endpoint_id
          and before.subject_id = d.subject_id and before.state in ('pending', 'sending') and before.seq < d.seq) then 'earlier_event'
        when (e.failures >= ${FAILING_AFTER} and e.probe_at > greatest(now(), d.next_at))
          or e.secret_retry_at > greatest(now(), d.next_at) then 'failing'
        when d.next_at > now() then 'time' when e.held_since is not null then 'place' else 'turn' end as "waitsFor",
      d.next_at as "nextAt", case when e.secret_retry_at > now() then e.secret_retry_at when isfinite(e.probe_at) then e.probe_at end as "probeAt"
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join webhook_events v on v.id = d.event_id
      join workspaces w on w.id = d.workspace_id
    where d.id = ${deliveryId}`;
  if (!row) return {};
  const { isPending, bookingId, waitsFor } = row;
  return {
    ...(bookingId !== null && { bookingId }),
    ...(isPending && { wait: { waitsFor, until: untilOf(row)?.toISOString() ?? null } }),
  };
}

const untilOf = ({ waitsFor, nextAt, probeAt }: Row): Date | null => {
  if (waitsFor === 'failing') return probeAt;
  return waitsFor === 'time' ? nextAt : null;
};
