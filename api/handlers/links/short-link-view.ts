import { teamUsername } from '../../../domain/bookable/bookable-event.ts';
import type { ShortLink } from '../../../schemas/operations/links.ts';
import type { ShortLinkRecord } from '../../../store/links/short-links.ts';

const leadsTo = (record: ShortLinkRecord, publicUrl: string): string | null => {
  const { revokedAt, workspaceSlug, host, team, eventType } = record;
  const username = team ? teamUsername(team.slug) : (host?.username ?? null);
  if (revokedAt || username === null || eventType?.archived) return null;
  const calendar = `${publicUrl}/${workspaceSlug}/${username}`;
  return eventType ? `${calendar}/${eventType.slug}` : calendar;
};

/** A short link as callers see it. */
export const toShortLink = (record: ShortLinkRecord, publicUrl: string): ShortLink => {
  const { id, token, name, host, team, eventType, createdAt, revokedAt } = record;
  return {
    id,
    url: `${publicUrl}/b/${token}`,
    token,
    name,
    standsFor: eventType ? 'event_type' : 'calendar',
    host,
    team,
    eventType: eventType && { id: eventType.id, name: eventType.name, slug: eventType.slug },
    leadsTo: leadsTo(record, publicUrl),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
};
