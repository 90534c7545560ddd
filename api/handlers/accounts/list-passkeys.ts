import type { passkeys } from '../../../schemas/operations/accounts/passkeys.ts';
import { listPasskeys as listRows, MOST_PASSKEYS } from '../../../store/accounts/passkeys.ts';
import type { Handler } from '../../core/handler.ts';
import { shownPasskey } from './shown-passkey.ts';

export const listPasskeys: Handler<typeof passkeys.listPasskeys> = async ({ sql, actor }) => ({
  passkeys: (await listRows(sql, actor.userId)).map(shownPasskey),
  most: MOST_PASSKEYS,
});
