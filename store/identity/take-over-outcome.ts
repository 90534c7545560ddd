import type { Things, ThingsByWay } from '../../domain/access/take-over-outcome.ts';
import { WAYS_OUT } from '../../domain/access/ways-out.ts';
import { linkHost } from '../../domain/links/link-host.ts';
import { receiverHost } from '../../domain/webhooks/endpoint-url.ts';
import { ENDED_LISTED } from '../../schemas/shapes/ended-access.ts';
import type { EndedThings } from '../access/end-ways-out.ts';
import { withKeys } from '../access/reach.ts';
import { listWebhooksSetBy } from '../access/webhook-setters.ts';
import { json, type Queryable, type Transaction } from '../database.ts';
import type { Leaver } from '../members/hand-over.ts';

const thingsOf = (names: readonly string[], count = names.length): Things => ({
  count,
  names: [...new Set(names)].slice(0, ENDED_LISTED),
});

/** Stores what ended with a take-over and what is kept, for its page and mails: by then the rows may have changed. */
export async function noteOutcome(
  tx: Transaction,
  claimId: string,
  { ended, kept }: { readonly ended: EndedThings; readonly kept: ThingsByWay },
): Promise<void> {
  const counted: Record<string, Things> = {};
  for (const way of WAYS_OUT) {
    const things = ended[way];
    // Only receivers are named: strangers chose the names of keys, and addresses are other people's.
    if (things)
      counted[way] = thingsOf(way === 'webhooks' ? things.flatMap(({ name }) => name ?? []) : [], things.length);
  }
  await tx`update workspace_claims set outcome = ${json(tx, { ended: counted, kept })} where id = ${claimId}`;
}

/** What is set up in a workspace that guests or others see, and that the take-over of its owner leaves as it is: also webhooks of others. */
export async function keptByTakeOver(sql: Queryable, { workspaceId, userId }: Leaver): Promise<ThingsByWay> {
  const [places, [links], receivers] = await Promise.all([
    sql<{ place: string }[]>`
      select distinct location_detail as place from event_types
      where workspace_id = ${workspaceId} and (host_id = ${userId} or host_id is null) and archived_at is null and location_type = 'custom_link'
        and location_detail is not null order by location_detail limit ${ENDED_LISTED}`,
    sql<{ count: number }[]>`
      select count(*)::int as count from short_links where workspace_id = ${workspaceId} and revoked_at is null`,
    sql<{ url: string }[]>`
      select url from webhook_endpoints where workspace_id = ${workspaceId} and disabled_at is null order by created_at, id limit ${ENDED_LISTED}`,
  ]);
  const hosts = places.map(({ place }) => linkHost(place));
  return {
    ...(receivers.length > 0 && { webhooks: thingsOf(receivers.map(({ url }) => receiverHost(url))) }),
    ...(hosts.length > 0 && { videoLinks: thingsOf(hosts) }),
    ...((links?.count ?? 0) > 0 && { shortLinks: thingsOf([], links?.count) }),
  };
}

/** The receivers that would be switched off by a take-over, for the page that asks. */
export async function receiversOf(sql: Queryable, { workspaceId, userId }: Leaver): Promise<Things> {
  const reach = await withKeys(sql, { kind: 'member', workspaceId, userId, role: null });
  return thingsOf((await listWebhooksSetBy(sql, reach)).kept.map(({ name }) => name));
}
