import type { ShortLink } from '../../schemas/short-links.ts';
import type { ShortLinkRecord } from '../../store/short-links.ts';

const leadsTo = ({ revokedAt, workspaceSlug, host, eventType }: ShortLinkRecord, publicUrl: string): string | null => {
  if (revokedAt || host.username === null || eventType?.archived) return null;
  const calendar = `${publicUrl}/${workspaceSlug}/${host.username}`;
  return eventType ? `${calendar}/${eventType.slug}` : calendar;
};

/** A short link as callers see it. */
export const toShortLink = (record: ShortLinkRecord, publicUrl: string): ShortLink => {
  const { id, token, name, host, eventType, createdAt, revokedAt } = record;
  return {
    id,
    url: `${publicUrl}/b/${token}`,
    token,
    name,
    standsFor: eventType ? 'event_type' : 'calendar',
    host,
    eventType: eventType && { id: eventType.id, name: eventType.name, slug: eventType.slug },
    leadsTo: leadsTo(record, publicUrl),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
};
