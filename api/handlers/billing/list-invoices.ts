import { invoiceItems } from '../../../domain/billing/invoice-words.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { listInvoices as list } from '../../../store/billing/invoices.ts';
import type { Handler } from '../../core/handler.ts';

type Status = Output<typeof checkout.listInvoices>['invoices'][number]['status'];
const LISTED = 24;

export const listInvoices: Handler<typeof checkout.listInvoices> = async ({ sql, actor }) => {
  const rows = await list(sql, actor.workspaceId, LISTED);
  return {
    invoices: rows.map(({ invoiceId, status, createdAt, paidAt, hostedUrl, lines, ...invoice }) => ({
      ...invoice,
      id: invoiceId,
      status: status as Status,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      url: hostedUrl,
      items: invoiceItems(lines),
    })),
  };
};
