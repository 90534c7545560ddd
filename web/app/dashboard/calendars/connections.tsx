import { Notice, type NoticeText } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { noticeOf } from '../../parts/words.ts';
import { homeOf } from '../workspaces/choice.ts';
import { type Connection, ConnectionRow } from './connection-row.tsx';
import { type CalendarsSectionProps, type Listed, ownOf } from './use-listed.ts';

interface ConnectionsProps extends CalendarsSectionProps {
  readonly listed: Listed;
  readonly onChoose: (connection: Connection) => void;
  readonly onDisconnect: (connection: Connection) => void;
  /** Offers times without a calendar. */
  readonly onOpen: () => Promise<void>;
}

/** The connected accounts, and a button for each provider. */
export function Connections({ workspace, userId, listed, onChoose, onDisconnect, onOpen }: ConnectionsProps) {
  const { call } = useApi();
  const connect = useAction(async (provider: Connection['provider'], connectionId?: string) => {
    const redirectAfter = `${homeOf(workspace)}#calendars`;
    const again = connectionId === undefined ? {} : { connectionId };
    const { installUrl } = await call('connectCalendar', { provider, redirectAfter, ...again }, workspace.id);
    // This page said what will be shared: straight to the provider.
    location.assign(`${installUrl}/go`);
  });
  const { calendars, providers } = listed;
  const own = ownOf(listed, userId);
  const isClosed = own.length === 0 && listed.settings.conflictSource === 'calendar';
  const isWrittenNowhere = own.length > 0 && !own.some((one) => one.calendars.some(({ isWritten }) => isWritten));
  return (
    <>
      {connect.error && <Notice notice={noticeOf(connect.error)} />}
      {isClosed && <Closed onOpen={onOpen} />}
      {calendars.length === 0 ? (
        <p className="small quiet none">No calendar is connected{isClosed ? '.' : ': only bookings make you busy.'}</p>
      ) : (
        <ul className="rows" aria-label="Connected calendars">
          {calendars.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              isOwn={connection.host.id === userId}
              onChoose={onChoose}
              onDisconnect={onDisconnect}
              onReconnect={() => void connect.run(connection.provider, connection.id)}
            />
          ))}
        </ul>
      )}
      {isWrittenNowhere && (
        <p className="small event-notice">
          Your bookings are written into none of these calendars. Press Choose, and name one for new bookings.
        </p>
      )}
      <div className="actions">
        {providers.map(({ provider, name }) => (
          <button
            key={provider}
            type="button"
            className="button second compact"
            aria-disabled={connect.busy}
            onClick={() => void connect.run(provider)}
          >
            Connect {name}
          </button>
        ))}
        {providers.length === 0 && (
          <p className="small quiet">
            This installation is registered at no provider yet. Its operator finds how in the guide to calendars.
          </p>
        )}
      </div>
    </>
  );
}

/** After the last calendar is gone: nobody guesses whether the host is free. */
function Closed({ onOpen }: { readonly onOpen: () => Promise<void> }) {
  const open = useAction(onOpen);
  const notice: NoticeText = {
    tone: 'warning',
    title: 'Guests get no times of yours',
    text: 'Your times depend on a calendar, and none is connected. Connect one, or offer times by bookings alone.',
  };
  return (
    <Notice notice={open.error ? noticeOf(open.error) : notice}>
      <p>
        <button type="button" className="link-button" aria-disabled={open.busy} onClick={() => void open.run()}>
          Offer times by bookings alone
        </button>
      </p>
    </Notice>
  );
}
