import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useClosingMenu } from '../../parts/use-closing-menu.ts';
import { DuplicateEventType } from './duplicate-event-type.tsx';
import { type EventLine, embedUrl } from './event-type.ts';
import { QrCode } from './qr-code.tsx';

interface CardMenuProps {
  readonly line: EventLine;
}

type Opened = 'none' | 'qr' | 'duplicate';

/** What is done with an event type now and then. */
export function CardMenu({ line }: CardMenuProps) {
  const words = useWords(listWords);
  const menu = useClosingMenu();
  const [opened, setOpened] = useState<Opened>('none');
  const close = () => setOpened('none');
  const open = (what: Opened) => () => {
    // The dialog gives the focus back to what had it: that must be in sight.
    menu.current?.querySelector('summary')?.focus();
    if (menu.current) menu.current.open = false;
    setOpened(what);
  };
  const item = (what: Opened, label: string) => (
    <button type="button" className="menu-item" onClick={open(what)}>
      {label}
    </button>
  );
  const { name, bookingUrl } = line;
  return (
    <>
      <details className="menu acts" ref={menu}>
        <summary>
          {words.menu}
          <span className="vh"> {name}</span>
        </summary>
        <div className="sheet">
          <Link className="menu-item" to="/event-types/$eventTypeId" params={{ eventTypeId: line.id }}>
            {words.edit}
          </Link>
          {item('duplicate', words.duplicate)}
          {bookingUrl !== null && item('qr', words.qr)}
          {bookingUrl !== null && (
            <a className="menu-item" href={embedUrl(bookingUrl)}>
              {words.website}
            </a>
          )}
        </div>
      </details>
      {opened === 'qr' && bookingUrl !== null && <QrCode url={bookingUrl} name={name} onClose={close} />}
      {opened === 'duplicate' && <DuplicateEventType line={line} onClose={close} />}
    </>
  );
}
