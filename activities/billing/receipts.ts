import type { Sql } from 'postgres';
import { type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';
import { type Buyer, readBuyer } from '../../store/billing/customers.ts';
import {
  hasBought,
  hasLostReceipts,
  ownerOfAddress,
  readReceiptsTo,
  saveReceiptsTo,
} from '../../store/billing/receipts.ts';

export interface Wanted {
  readonly email: string;
  /** Who asked for it. */
  readonly askedBy: string | null;
}

/** Before anything is bought, a checkout may name another address for receipts. Later the portal alone changes it. @throws PaymentsAway, PaymentsRefused */
export async function giveReceiptsEmail(
  sql: Sql,
  payments: Payments,
  { workspaceId, customerId }: { readonly workspaceId: string; readonly customerId: string },
  { email, askedBy }: Wanted,
): Promise<void> {
  if ((await readReceiptsTo(sql, workspaceId))?.email === email || (await hasBought(sql, workspaceId))) return;
  await payments.setReceiptsEmail(customerId, email);
  await saveReceiptsTo(sql, workspaceId, {
    email,
    userId: await ownerOfAddress(sql, { workspaceId, email, askedBy }),
  });
}

interface ReceiptsDependencies {
  readonly sql: Sql;
  readonly onPaymentRefused: (workspaceId: string, code: string) => void;
}

/**
 * Receipts and reminders of an address whose person has left, or pays for nothing here any more, go to the first owner, unless people chose
 * another address in the portal. @throws PaymentsAway
 */
export async function followReceipts(
  { sql, onPaymentRefused }: ReceiptsDependencies,
  payments: Payments,
  workspaceId: string,
): Promise<void> {
  const to = await readReceiptsTo(sql, workspaceId);
  if (!to || !(await hasLostReceipts(sql, workspaceId, to))) return;
  const buyer = await readBuyer(sql, workspaceId);
  if (!buyer?.customerId || buyer.ownerId === null) return;
  try {
    await moveReceipts(sql, payments, { ...buyer, customerId: buyer.customerId }, to.email);
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    onPaymentRefused(workspaceId, `receipts ${error.code}`);
  }
}

async function moveReceipts(
  sql: Sql,
  payments: Payments,
  { workspaceId, customerId, email, ownerId }: Buyer & { readonly customerId: string },
  old: string,
): Promise<void> {
  const present = await payments.receiptsEmailOf(customerId);
  // A repeated try finds what the one before has done.
  const isSame = (other: string) => present?.toLowerCase() === other.toLowerCase();
  const isOurs = isSame(old) || isSame(email);
  if (isOurs && !isSame(email)) await payments.setReceiptsEmail(customerId, email);
  await saveReceiptsTo(sql, workspaceId, isOurs ? { email, userId: ownerId } : null);
}
