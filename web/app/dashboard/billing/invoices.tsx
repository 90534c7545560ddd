import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';

export type Invoice = OutputOf<'listInvoices'>['invoices'][number];

/** The latest invoices, folded up. Nothing, before the first. */
export function Invoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return null;
  return (
    <details className="over-list">
      <summary>Invoices ({invoices.length})</summary>
      <ul className="rows use" aria-label="Invoices">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <div className="small">
              {invoice.items.length > 0 && <p>{invoice.items.map(({ description }) => description).join('; ')}</p>}
              <p className="quiet">
                {invoice.url === null ? nameOf(invoice) : <a href={invoice.url}>{nameOf(invoice)}</a>}
                {invoice.status !== 'paid' && (
                  <>
                    {' '}
                    <span className="tag warn">{STATES[invoice.status]}</span>
                  </>
                )}
              </p>
            </div>
            <span className="small">{amountOf(invoice)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const STATES: Readonly<Record<Exclude<Invoice['status'], 'paid'>, string>> = {
  ...{ draft: 'Draft', open: 'Not paid yet', uncollectible: 'Not paid', void: 'Canceled' },
};

const nameOf = ({ createdAt, number }: Invoice): string =>
  number === null ? dayOf(createdAt) : `${dayOf(createdAt)}, ${number}`;

/** The amount is in the currency's smallest unit, of which some have none below the whole. */
function amountOf({ total, currency }: Invoice): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(total / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
