import { UNCLAIMED_MAIL_DAYS } from '../../domain/workspaces/unclaimed.ts';
import type { Transaction } from '../database.ts';

/**
 * Notes that a workspace has no person as its owner yet, if its owner never signed in with a browser. A trigger deletes the note at the
 * owner's first sign-in with a browser. The sweep starts its flow when the first mail is due.
 */
export async function noteUnclaimed(tx: Transaction, workspaceId: string, ownerId: string): Promise<void> {
  await tx`
    insert into unclaimed_workspaces (workspace_id, next_look_at)
    select ${workspaceId}, clock_timestamp() + ${UNCLAIMED_MAIL_DAYS.first} * interval '1 day' from users
    where id = ${ownerId} and browser_since is null`;
}
