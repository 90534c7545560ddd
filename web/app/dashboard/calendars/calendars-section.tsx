import { useEffect, useRef, useState } from 'react';
import { Notice, type NoticeText } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { noticeOf } from '../../parts/words.ts';
import { homeOf, type Membership } from '../workspaces/choice.ts';
import { ChooseCalendars } from './choose-calendars.tsx';
import { type Connection, ConnectionRow } from './connection-row.tsx';

const HINT = 'Guests get no time at which a connected calendar is busy, and your bookings are written into it.';
/** Readings come by themselves: the list follows them. */
const LOOKS_EVERY_MS = 15_000;
const FIRST_READING_MS = 2_000;

type Listed = OutputOf<'listCalendars'> & OutputOf<'getCalendarSettings'>;

const ownOf = ({ calendars }: Listed, userId: string): readonly Connection[] =>
  calendars.filter(({ host }) => host.id === userId);

interface CalendarsSectionProps {
  readonly workspace: Membership;
  /** Of the signed-in person: only they change their connections. */
  readonly userId: string;
}

/** Connected accounts: what they block, where bookings go, what needs the person. */
export function CalendarsSection({ workspace, userId }: CalendarsSectionProps) {
  const { call } = useApi();
  const { id } = workspace;
  const list = useLoad(id, async () => {
    const [listed, { settings }] = await Promise.all([
      call('listCalendars', {}, id),
      call('getCalendarSettings', {}, id),
    ]);
    return { ...listed, settings };
  });
  const isLast = list.state.status === 'ready' && ownOf(list.state.data, userId).length === 1;
  const [choosing, setChoosing] = useState<Connection | null>(null);
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const { done, report } = useDone();
  useFollow(list.state.status === 'ready' ? list.state.data : null, list.reload);
  return (
    <Section title="Calendars" hint={HINT} anchor="calendars" done={done}>
      <LoadState {...list} what="your calendars">
        {(listed) => (
          <Connections
            workspace={workspace}
            userId={userId}
            listed={listed}
            onChoose={setChoosing}
            onDisconnect={setLeaving}
            onOpen={() =>
              report('Guests get times again. Only bookings make you busy.', async () => {
                await call('updateCalendarSettings', { conflictSource: 'bookings_only' }, id);
                await list.reload();
              })
            }
          />
        )}
      </LoadState>
      {choosing && (
        <ChooseCalendars
          workspace={workspace}
          connection={choosing}
          onChosen={() => report(`The choice for ${choosing.email} counts from now on.`, list.reload)}
          onClose={() => setChoosing(null)}
        />
      )}
      {leaving && (
        <Confirm
          title={`Disconnect ${leaving.email}?`}
          verb="Disconnect"
          onClose={() => setLeaving(null)}
          act={() =>
            report(`${leaving.email} is disconnected.`, async () => {
              await call('disconnectCalendar', { connectionId: leaving.id }, id);
              await list.reload();
            })
          }
        >
          <p>Its appointments block nothing any more. Bookings stay, and so do the events that were written.</p>
          {isLast && (
            <p>
              It is your last calendar: <strong>guests get no times of yours</strong> until you connect another one, or
              offer times by bookings alone.
            </p>
          )}
        </Confirm>
      )}
    </Section>
  );
}

/** Loads the list again while the page is seen; sooner while a first reading runs. Scrolls to the section if the address names it. */
function useFollow(listed: Listed | null, reload: () => Promise<void>): void {
  const isFirst = listed?.calendars.some(({ asOf, problem }) => asOf === null && problem === null) ?? false;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void reload(), isFirst ? FIRST_READING_MS : LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [isFirst, reload]);
  const hasScrolled = useRef(false);
  useEffect(() => {
    if (listed === null || hasScrolled.current || location.hash !== '#calendars') return;
    hasScrolled.current = true;
    document.getElementById('calendars')?.scrollIntoView();
  }, [listed]);
}

interface ConnectionsProps extends CalendarsSectionProps {
  readonly listed: Listed;
  readonly onChoose: (connection: Connection) => void;
  readonly onDisconnect: (connection: Connection) => void;
  /** Offers times without a calendar. */
  readonly onOpen: () => Promise<void>;
}

function Connections({ workspace, userId, listed, onChoose, onDisconnect, onOpen }: ConnectionsProps) {
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
