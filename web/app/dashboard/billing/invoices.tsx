import { invoicesWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { pageLocale } from '../../booking/page-locale.ts';
import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';

export type Invoice = OutputOf<'listInvoices'>['invoices'][number];

/** The latest invoices, folded up. Nothing, before the first. */
export function Invoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return null;
  return (
    <details className="over-list">
      <summary>{say.title(invoices.length)}</summary>
      <ul className="rows use" aria-label={say.list}>
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
  ...{ draft: say.draft, open: say.open, uncollectible: say.unpaid, void: say.canceled },
};

const nameOf = ({ createdAt, number }: Invoice): string =>
  number === null ? dayOf(createdAt) : `${dayOf(createdAt)}, ${number}`;

/** The amount is in the currency's smallest unit, of which some have none below the whole. */
function amountOf({ total, currency }: Invoice): string {
  const format = new Intl.NumberFormat(pageLocale().tag, {
    style: 'currency',
    currency: currency.toUpperCase(),
    // As prices stand elsewhere: "US$" in British words is a surprise.
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(total / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
