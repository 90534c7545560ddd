import { Link } from '@tanstack/react-router';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { FirstOnly } from '../../parts/first-only.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { AddEventTypes } from './add-event-types.tsx';
import { allEventTypes, allKeyOf } from './all-event-types.ts';
import type { EventLine } from './event-type.ts';
import { EventTypeCard } from './event-type-card.tsx';

const DAY_MS = 86_400_000;
/** What is off for longer is only under its own address. */
const STAYS_DAYS = 30;

interface EventTypeListProps {
  /** `off`: only those that nobody can book, however long */
  readonly shows: 'all' | 'off';
}

/** The event types: the person's own first, then those of teams and of others. */
export function EventTypeList({ shows }: EventTypeListProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const isOff = shows === 'off';
  const status = isOff ? 'archived' : 'all';
  const list = useLoad(allKeyOf(workspace.id, status), () => allEventTypes(call, status, workspace.id));
  const shown = (all: readonly EventLine[], isOwn: boolean) =>
    all.filter((line) => (isOff ? mayRun(line) : isListed(line, Date.now()) && (line.host.id === person.id) === isOwn));
  const [isAdding, setAdding] = useOpenedBy('event-type');
  const { done, gone, report } = useDone();
  const changed = (said: string) => report(said, list.reload);
  const add = (
    <button type="button" className="button compact" onClick={() => setAdding(true)}>
      {words.add}
    </button>
  );
  return (
    <>
      <Which />
      <Section
        title={isOff ? words.switchedOff : words.mine}
        hint={isOff ? words.switchedOffHint : words.mineHint}
        action={!isOff && add}
        done={done}
        gone={gone}
      >
        <LoadState {...list} what={words.loading}>
          {(all) => (
            <>
              <Cards lines={shown(all, true)} none={isOff ? words.noneOff : words.none} onChanged={changed} />
              <FirstOnly count={all.length} />
            </>
          )}
        </LoadState>
        <AddEventTypes isOpen={isAdding} onClose={() => setAdding(false)} onAdded={changed} />
      </Section>
      {!isOff && list.state.status === 'ready' && <Others lines={shown(list.state.data, false)} reload={list.reload} />}
    </>
  );
}

/** The host or team of an event type may be gone: then it stays off, and its meetings are under Meetings. */
const mayRun = ({ host }: EventLine): boolean => host.username !== null;

/** What is switched off keeps its place for a while: it is switched on again there. */
const isListed = (line: EventLine, nowMs: number): boolean =>
  line.archivedAt === null || (mayRun(line) && nowMs - Date.parse(line.archivedAt) < STAYS_DAYS * DAY_MS);

/** All, or those that are off: each has its address. */
function Which() {
  const words = useWords(listWords);
  const exact = { exact: true, includeSearch: true };
  return (
    <Tabs label={words.which}>
      <li>
        <Link to="/event-types" search={{}} activeOptions={exact}>
          {words.showAll}
        </Link>
      </li>
      <li>
        <Link to="/event-types" search={{ show: 'off' }} activeOptions={exact}>
          {words.showOff}
        </Link>
      </li>
    </Tabs>
  );
}

function Others({ lines, reload }: { readonly lines: readonly EventLine[]; readonly reload: () => Promise<void> }) {
  const words = useWords(listWords);
  const { done, gone, report } = useDone();
  if (lines.length === 0) return null;
  return (
    <Section title={words.others} hint={words.othersHint} done={done} gone={gone}>
      <Cards lines={lines} none="" onChanged={(said) => report(said, reload)} />
    </Section>
  );
}

interface CardsProps {
  readonly lines: readonly EventLine[];
  /** what is said if there is none */
  readonly none: string;
  readonly onChanged: (said: string) => Promise<void>;
}

function Cards({ lines, none, onChanged }: CardsProps) {
  if (lines.length === 0) return <p className="small quiet none">{none}</p>;
  return (
    <MoreRows className="event-rows" rows={lines}>
      {(line) => <EventTypeCard key={line.id} line={line} onChanged={onChanged} />}
    </MoreRows>
  );
}
