import type { z } from 'zod';
import type { Actor } from '../../../domain/access/actor.ts';
import { AppError } from '../../../schemas/errors.ts';
import { ADMINS, type Role } from '../../../schemas/shapes/access.ts';
import { ENDED_LISTED, type Ended, type EndedWebhooks, type Kept } from '../../../schemas/shapes/ended-access.ts';
import type { EndedAccess } from '../../../store/access/key-tree.ts';
import type { SetWebhook, WebhooksOfReach } from '../../../store/access/webhook-setters.ts';
import { isTestKey, testKeyRefused } from '../../auth/test-keys.ts';
import type { Context } from '../../core/handler.ts';

/** Flows of test bookings that are nudged at once. The sweep nudges the others within minutes, and these if Temporal is away. */
const NUDGED_AT_ONCE = 50;

interface EndedAndKept<E> {
  readonly ended: E;
  readonly kept: z.input<typeof Kept>;
}

/** What ended with a key and what it had set that goes on, for the answer. Nudges the flows of its test bookings, which cancel them. */
export function toEnded(
  { flowClient }: Context,
  workspaceId: string,
  { testBookingIds, seats, invitations, members, webhooks, ...counts }: EndedAccess,
): EndedAndKept<z.input<typeof Ended>> {
  for (const id of testBookingIds.slice(0, NUDGED_AT_ONCE)) flowClient.signal('booking', { id, workspaceId }, 'nudge');
  const lists = { seats: [...seats], invitations: [...invitations], members: [...members] };
  const { ended, kept } = toWebhooks(webhooks);
  return { ended: { ...counts, ...lists, ...ended, testBookingCount: testBookingIds.length }, kept };
}

const listed = (webhooks: readonly SetWebhook[]): z.input<typeof EndedWebhooks> => ({
  webhookCount: webhooks.length,
  webhooks: webhooks.slice(0, ENDED_LISTED).map(({ id, name }) => ({ id, host: name })),
});

/** The webhooks that somebody has set whose access ended: switched off, or still sending. */
export const toWebhooks = ({ ended, kept }: WebhooksOfReach): EndedAndKept<z.input<typeof EndedWebhooks>> => ({
  ended: listed(ended),
  kept: listed(kept),
});

/**
 * A caller who switches webhooks off must be allowed to see them, whatever access ends.
 * @throws AppError auth.forbidden
 */
export function requireWebhookRights(actor: Actor): void {
  if (isTestKey(actor)) throw testKeyRefused('webhooks');
  if (!(ADMINS as readonly Role[]).includes(actor.role))
    throw new AppError(
      'auth.forbidden',
      `alsoDisableWebhooks needs the role ${ADMINS.join(' or ')}; yours is ${actor.role}. Nothing was changed.`,
      { reason: 'role_missing', role: actor.role, neededRoles: ADMINS, field: 'alsoDisableWebhooks' },
    );
  if (actor.kind === 'key' && !actor.scopes.includes('workspace.act'))
    throw new AppError('auth.forbidden', 'alsoDisableWebhooks needs the scope workspace.act. Nothing was changed.', {
      ...{ reason: 'scope_missing', scopes: actor.scopes, neededScope: 'workspace.act' },
      field: 'alsoDisableWebhooks',
    });
}
