import { v7 as uuidv7 } from 'uuid';
import { mintLinkToken } from '../../domain/links/short-link.ts';
import type { Samples } from './sample.ts';

export const shortLinkSamples: Samples = {
  'links.listShortLinks': {
    good: () => ({ status: 'all', limit: 2 }),
    bad: { status: 'lost', limit: 0, cursor: 'nonsense' },
  },
  'links.createShortLink': {
    good: () => ({ name: 'Newsletter' }),
    bad: { eventTypeId: 'mine', name: 'two\nlines' },
    missing: { eventTypeId: uuidv7() },
  },
  'links.revokeShortLink': {
    good: async ({ stack, team: { workspaceId }, shown: { userId } }) => {
      const id = uuidv7();
      await stack.sql`
        insert into short_links (id, workspace_id, token, host_id, created_at)
        values (${id}, ${workspaceId}, ${mintLinkToken()}, ${userId}, now())`;
      return { shortLinkId: id };
    },
    bad: { shortLinkId: 'mine' },
    missing: { shortLinkId: uuidv7() },
  },
};
