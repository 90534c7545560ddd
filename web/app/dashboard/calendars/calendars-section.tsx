import { useState } from 'react';
import { calendarsSectionWords as say } from '../../../../texts/en/dashboard/calendars.ts';
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
    <Section title={say.title} hint={say.hint} anchor="calendars" done={done}>
      <LoadState {...list} what={say.what}>
        {(listed) => (
          <Parts {...props} listed={listed} after={after} onChoose={setChoosing} onDisconnect={setLeaving} />
        )}
      </LoadState>
      {choosing && (
        <ChooseCalendars
          workspace={workspace}
          connection={choosing}
          onChosen={() => after(say.chosen(accountName(choosing)))}
          onClose={() => setChoosing(null)}
        />
      )}
      {leaving && (
        <Disconnect
          connection={leaving}
          isLast={isLast}
          onClose={() => setLeaving(null)}
          act={() =>
            after(say.left(accountName(leaving)), async () => {
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
  event: say.moved,
  meeting: say.stays,
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
    after(say.goOn, async () => {
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
        onRetried={({ event }) => after(say.again(event))}
      />
      <Connections {...props} onOpen={goOn} />
      {ownOf(listed, userId).length > 0 && (
        <Rules workspace={workspace} settings={listed.settings} onSaved={() => after(say.saved)} />
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
    <Confirm title={say.ask(accountName(connection))} verb={say.verb} onClose={onClose} act={act}>
      <p>{say.text}</p>
      {isLast && (
        <p>
          {say.last} <strong>{say.noTimes}</strong> {say.until}
        </p>
      )}
    </Confirm>
  );
}
