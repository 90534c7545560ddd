import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moreRowsWords as say } from '../../../texts/en/dashboard/parts.ts';

/** So many rows are drawn at first, and at each press: thousands with their switches and menus stop a phone. */
const STEP = 100;

interface MoreRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly className: string;
  readonly label?: string;
  /** one row, with its key */
  readonly children: (row: Row) => ReactNode;
}

/** A list that begins with its first rows; a button shows more. */
export function MoreRows<Row>({ rows, className, label, children }: MoreRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(STEP);
  const showMore = () => {
    flushSync(() => setMost(most + STEP));
    // The button has moved or gone: the focus goes on where the new rows begin.
    list.current?.children[most]?.querySelector<HTMLElement>('a[href], button')?.focus();
  };
  return (
    <>
      <ul ref={list} className={className} aria-label={label}>
        {rows.slice(0, most).map(children)}
      </ul>
      {rows.length > most && (
        <div className="row-actions none">
          <button type="button" className="button second compact" onClick={showMore}>
            {say.more(rows.length - most)}
          </button>
        </div>
      )}
    </>
  );
}
