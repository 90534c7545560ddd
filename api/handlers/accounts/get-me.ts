import type { Output } from '../../../schemas/operation.ts';
import type { me } from '../../../schemas/operations/accounts/me.ts';
import { readMe } from '../../../store/accounts/me.ts';
import type { Context, Handler } from '../../core/handler.ts';

/** A person as they see themselves. */
export async function viewOfMe(
  { sql, urls }: Pick<Context, 'sql' | 'urls'>,
  userId: string,
): Promise<Output<typeof me.getMe>> {
  const { createdAt, addressChange, bio, photoFile, ...person } = await readMe(sql, userId);
  return {
    user: { ...person, createdAt: createdAt.toISOString() },
    profile: { bio, photoUrl: photoFile === null ? null : `${urls.publicUrl}/assets/${photoFile}` },
    addressChange: addressChange && { ...addressChange, expiresAt: addressChange.expiresAt.toISOString() },
  };
}

export const getMe: Handler<typeof me.getMe> = (context) => viewOfMe(context, context.actor.userId);
