import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../database.ts';

/** A change of a lot of credits. */
export interface Entry {
  readonly workspaceId: string;
  readonly grantId: string;
  /** `taken_back`: a refund or a dispute took it; `restored`: it is paid again after all. */
  readonly kind: 'granted' | 'spent' | 'returned' | 'taken_back' | 'restored';
  readonly amount: number;
  readonly subject: string | null;
}

/** Adds an entry for good. The caller changes the lot by the same amount, in the same transaction. */
export const enter = (tx: Transaction, { workspaceId, grantId, kind, amount, subject }: Entry) => tx`
  insert into credit_entries (id, workspace_id, grant_id, kind, amount, subject)
  values (${uuidv7()}, ${workspaceId}, ${grantId}, ${kind}, ${amount}, ${subject})`;
