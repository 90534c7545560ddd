import { isLinkToken } from '../../../domain/links/short-link.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { links } from '../../../schemas/operations/links.ts';
import { followShortLink as follow } from '../../../store/links/short-links.ts';
import type { Handler } from '../../core/handler.ts';

/** Unknown and revoked links get the same answer. */
export const followShortLink: Handler<typeof links.followShortLink> = async ({ sql, urls }, { token }) => {
  const target = isLinkToken(token) ? await follow(sql, token) : undefined;
  if (!target) {
    throw new AppError('resource.not_found', 'This link does not work: ask the person who shared it for a new one.', {
      reason: 'unknown_link',
    });
  }
  const { organization, username, hostTimezone, eventSlug } = target;
  const calendar = `${organization.slug}/${username}`;
  const api = `${urls.publicUrl}/api/v1/public/${calendar}`;
  const page = `${urls.publicUrl}/${calendar}`;
  return {
    calendar: { organization, owner: { username }, hostTimezone },
    eventSlug,
    urls: {
      page: eventSlug === null ? page : `${page}/${eventSlug}`,
      eventTypes: api,
      slots: eventSlug === null ? null : `${api}/${eventSlug}/slots`,
    },
  };
};
