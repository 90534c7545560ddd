import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { listEntries, listLots } from '../../../store/billing/credits.ts';
import type { Handler } from '../../core/handler.ts';

const LISTED = 100;

export const listCredits: Handler<typeof checkout.listCredits> = async ({ sql, actor }) => {
  const [lots, entries] = await Promise.all([
    listLots(sql, actor.workspaceId),
    listEntries(sql, actor.workspaceId, LISTED),
  ]);
  return {
    left: lots.reduce((sum, { remaining }) => sum + remaining, 0),
    lots: lots.map(({ expiresAt, ...lot }) => ({ ...lot, expiresAt: expiresAt.toISOString() })),
    entries: entries.map(({ createdAt, ...entry }) => ({ ...entry, createdAt: createdAt.toISOString() })),
  };
};
