import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { ChooseCalendars } from './choose-calendars.tsx';
import { Connections } from './connections.tsx';
import { type Keep, Moved } from './moved.tsx';
import { Rules } from './rules.tsx';
import { Unwritten } from './unwritten.tsx';
import {
  accountName,
  type CalendarsSectionProps,
  type Connection,
  type Listed,
  ownOf,
  useListed,
} from './use-listed.ts';

const HINT = 'Guests get no time at which a connected calendar is busy, and your bookings are written into it.';

/** Connected accounts: what they block, where bookings go, what needs the person. */
export function CalendarsSection(props: CalendarsSectionProps) {
  const { workspace, userId } = props;
  const { call } = useApi();
  const list = useListed(workspace);
  const isLast = list.state.status === 'ready' && ownOf(list.state.data, userId).length === 1;
  const [choosing, setChoosing] = useState<Connection | null>(null);
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const { done, report } = useDone();
  const after = (words: string, act = async () => {}): Promise<void> =>
    report(words, async () => {
      await act();
      await list.reload();
    });
  return (
    <Section title="Calendars" hint={HINT} anchor="calendars" done={done}>
      <LoadState {...list} what="your calendars">
        {(listed) => (
          <Parts {...props} listed={listed} after={after} onChoose={setChoosing} onDisconnect={setLeaving} />
        )}
      </LoadState>
      {choosing && (
        <ChooseCalendars
          workspace={workspace}
          connection={choosing}
          onChosen={() => after(`The choice for ${accountName(choosing)} counts from now on.`)}
          onClose={() => setChoosing(null)}
        />
      )}
      {leaving && (
        <Disconnect
          connection={leaving}
          isLast={isLast}
          onClose={() => setLeaving(null)}
          act={() =>
            after(`${accountName(leaving)} is disconnected.`, async () => {
              await call('disconnectCalendar', { connectionId: leaving.id }, workspace.id);
            })
          }
        />
      )}
    </Section>
  );
}

/** What becomes of a meeting whose event was moved. */
const CHOSEN: Readonly<Record<Keep, string>> = {
  event: 'has moved. Its guests get a mail.',
  meeting: 'stays at its time. Its event is put back now.',
};

interface PartsProps extends CalendarsSectionProps {
  readonly listed: Listed;
  /** Does something, loads the list again, and then says that it is done. */
  readonly after: (words: string, act?: () => Promise<void>) => Promise<void>;
  readonly onChoose: (connection: Connection) => void;
  readonly onDisconnect: (connection: Connection) => void;
}

function Parts({ after, ...props }: PartsProps) {
  const { call } = useApi();
  const { workspace, userId, listed } = props;
  // Not a choice for ever: a calendar that is connected later counts.
  const goOn = (): Promise<void> =>
    after('Guests get times again. Only bookings make you busy, until you connect a calendar.', async () => {
      await call('updateCalendarSettings', { conflictSource: null }, workspace.id);
    });
  return (
    <>
      <Moved
        workspace={workspace}
        meetings={listed.unwritten.filter(({ state }) => state === 'moved')}
        onChosen={({ event }, keep) => after(`${event} ${CHOSEN[keep]}`)}
      />
      <Unwritten
        workspace={workspace}
        meetings={listed.unwritten.filter(({ state }) => state !== 'moved')}
        onRetried={({ event }) => after(`${event} is written again now.`)}
      />
      <Connections {...props} onOpen={goOn} />
      {ownOf(listed, userId).length > 0 && (
        <Rules workspace={workspace} settings={listed.settings} onSaved={() => after('Your rules are saved.')} />
      )}
    </>
  );
}

interface DisconnectProps {
  readonly connection: Connection;
  /** The person has no other. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly act: () => Promise<void>;
}

function Disconnect({ connection, isLast, onClose, act }: DisconnectProps) {
  return (
    <Confirm title={`Disconnect ${accountName(connection)}?`} verb="Disconnect" onClose={onClose} act={act}>
      <p>Its appointments block nothing any more. Bookings stay, and so do the events that were written.</p>
      {isLast && (
        <p>
          It is your last calendar: <strong>guests get no times of yours</strong> until you connect another one, or
          offer times by bookings alone.
        </p>
      )}
    </Confirm>
  );
}
