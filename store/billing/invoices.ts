import type { InvoiceLine, RemoteInvoice } from '../../domain/billing/remote-billing.ts';
import { json, type Queryable, type Transaction } from '../database.ts';

/** All in one statement; rows that are as they were are not written. */
export async function saveInvoices(
  tx: Transaction,
  workspaceId: string,
  invoices: readonly RemoteInvoice[],
): Promise<void> {
  if (invoices.length === 0) return;
  const rows = invoices.map(({ createdMs, paidMs, ...invoice }) => ({
    ...invoice,
    createdAt: new Date(createdMs).toISOString(),
    paidAt: paidMs === null ? null : new Date(paidMs).toISOString(),
  }));
  await tx`
    insert into billing_invoices as i (invoice_id, workspace_id, number, status, currency, total, created_at, paid_at, hosted_url, pdf_url, payment_id, lines)
    select "invoiceId", ${workspaceId}::uuid, number, status, currency, total, "createdAt", "paidAt", "hostedUrl", "pdfUrl", "paymentId", lines
    from jsonb_to_recordset(${json(tx, rows)}) as row ("invoiceId" text, number text, status text, currency text, total int,
      "createdAt" timestamptz, "paidAt" timestamptz, "hostedUrl" text, "pdfUrl" text, "paymentId" text, lines jsonb)
    on conflict (invoice_id) do update set number = excluded.number, status = excluded.status, total = excluded.total, paid_at = excluded.paid_at,
      hosted_url = excluded.hosted_url, pdf_url = excluded.pdf_url, payment_id = excluded.payment_id, lines = excluded.lines
    where (i.number, i.status, i.total, i.paid_at, i.hosted_url, i.pdf_url, i.payment_id, i.lines) is distinct from
      (excluded.number, excluded.status, excluded.total, excluded.paid_at, excluded.hosted_url, excluded.pdf_url, excluded.payment_id, excluded.lines)`;
}

export interface ListedInvoice {
  readonly invoiceId: string;
  readonly number: string | null;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  readonly lines: readonly InvoiceLine[];
}

/** The newest first. */
export const listInvoices = (sql: Queryable, workspaceId: string, limit: number) => sql<ListedInvoice[]>`
  select invoice_id as "invoiceId", number, status, currency, total, created_at as "createdAt", paid_at as "paidAt", hosted_url as "hostedUrl",
    pdf_url as "pdfUrl", lines
  from billing_invoices where workspace_id = ${workspaceId} order by created_at desc, invoice_id desc limit ${limit}`;
