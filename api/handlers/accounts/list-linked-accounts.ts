import type { linkedAccounts } from '../../../schemas/operations/accounts/linked-accounts.ts';
import { listLinkedAccounts as listRows } from '../../../store/accounts/linked-accounts.ts';
import type { Handler } from '../../core/handler.ts';

export const listLinkedAccounts: Handler<typeof linkedAccounts.listLinkedAccounts> = async ({ sql, actor }) => ({
  linkedAccounts: (await listRows(sql, actor.userId)).map(({ id, provider, email, createdAt, lastUsedAt }) => ({
    ...{ id, provider, email },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  })),
});
