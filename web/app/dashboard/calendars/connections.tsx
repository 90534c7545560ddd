import { connectionsWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { Notice, type NoticeText } from '../../../parts/notice.tsx';
import { useAction } from '../../data/use-action.ts';
import { noticeOf } from '../../parts/words.ts';
import { ConnectButtons, useConnecting } from './connect-buttons.tsx';
import { ConnectionRow, type RowActions } from './connection-row.tsx';
import { type CalendarsSectionProps, type Connection, type Listed, ownOf } from './use-listed.ts';

interface ConnectionsProps extends CalendarsSectionProps, Omit<RowActions, 'onReconnect'> {
  readonly listed: Listed;
  /** Offers times without a calendar. */
  readonly onOpen: () => Promise<void>;
}

/** The connected accounts, and a button for each provider. */
export function Connections({ workspace, userId, listed, onOpen, ...actions }: ConnectionsProps) {
  const connecting = useConnecting(workspace);
  const { calendars, settings } = listed;
  const own = ownOf(listed, userId);
  const counts = settings.conflictSource === 'calendar';
  const isClosed = own.length === 0 && counts;
  return (
    <>
      {isClosed && <Closed onOpen={onOpen} />}
      {calendars.length === 0 ? (
        <p className="small quiet none">
          {say.none}
          {isClosed ? '.' : say.only}
        </p>
      ) : (
        <ul className="rows" aria-label={say.list}>
          {calendars.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              isOwn={connection.host.id === userId}
              counts={counts}
              actions={{ ...actions, onReconnect: ({ provider, id }) => void connecting.run(provider, id) }}
            />
          ))}
        </ul>
      )}
      <OwnNotes own={own} counts={counts} />
      <ConnectButtons listed={listed} connecting={connecting} />
    </>
  );
}

/** What the person's calendars do not do, though they are connected. */
function OwnNotes({ own, counts }: { readonly own: readonly Connection[]; readonly counts: boolean }) {
  if (own.length === 0) return null;
  const isWritten = own.some((one) => one.calendars.some((calendar) => calendar.isWritten));
  return (
    <>
      {!counts && <p className="small event-notice">{say.block}</p>}
      {!isWritten && <p className="small event-notice">{say.written}</p>}
    </>
  );
}

/** After the last calendar is gone: nobody guesses whether the host is free. */
function Closed({ onOpen }: { readonly onOpen: () => Promise<void> }) {
  const open = useAction(onOpen);
  const notice: NoticeText = {
    tone: 'warning',
    title: say.closed,
    text: say.closedText,
  };
  return (
    <Notice notice={open.error ? noticeOf(open.error) : notice}>
      <p>
        <button type="button" className="link-button" aria-disabled={open.busy} onClick={() => void open.run()}>
          {say.open}
        </button>
      </p>
    </Notice>
  );
}
