import { localParts } from '../../../../domain/time/local.ts';
import { gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { clockWords } from '../../../parts/meeting-time.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { keyOf } from '../event-types/event-type.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { startsAfterSaving } from './after-saving.ts';
import type { Schedule } from './schedule.ts';
import { boundsOf, type DayAsked, type Offered } from './use-offered.ts';
import { type Week, weekOf } from './week.ts';

interface AfterSavingProps {
  /** as drawn */
  readonly week: Week;
  readonly schedule: Schedule;
  readonly asked: DayAsked;
  readonly offered: readonly Offered[];
}

/** What the hours as drawn would change on the day, before they are saved: what stays, comes and goes. */
export function AfterSaving({ week, schedule, asked, offered }: AfterSavingProps) {
  const words = useWords(gridWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { eventTypeId } = asked;
  const { state } = useLoad(keyOf(eventTypeId), () => call('getEventType', { eventTypeId }, workspace.id));
  if (state.status !== 'ready') return <p className="small quiet">{words.notSaved}</p>;
  const { eventType: event } = state.data;
  // Another host may be free when this one is not.
  if (event.team) return <p className="small quiet">{words.afterTeam}</p>;
  const grid = (of: Week) => startsAfterSaving({ week: of, schedule, event, nowMs: Date.now(), ...boundsOf(asked) });
  const [before, after] = [new Set(grid(weekOf(schedule.weeklyHours))), new Set(grid(week))];
  const open = offered.map(({ startUtc }) => Date.parse(startUtc));
  const gone = open.filter((startMs) => !after.has(startMs));
  // What the saved hours allow and is not offered has something else in its way.
  const added = [...after].filter((startMs) => !before.has(startMs) && !open.includes(startMs));
  return <Changes {...{ asked, open, gone, added }} />;
}

interface ChangesProps {
  readonly asked: DayAsked;
  readonly open: readonly number[];
  readonly gone: readonly number[];
  readonly added: readonly number[];
}

function Changes({ asked, open, gone, added }: ChangesProps) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const said = [
    ...(added.length > 0 ? [words.afterNew(added.length)] : []),
    ...(gone.length > 0 ? [words.afterGone(gone.length)] : []),
  ];
  const all = [...open, ...added].sort((one, other) => one - other);
  return (
    <div className="after-saving">
      <h4>{words.after}</h4>
      <p className="small quiet">
        {said.length === 0 ? words.afterSame : `${said.join(', ')}.`} {added.length > 0 && words.afterHint}
      </p>
      <ul className="offered-times" aria-label={words.after}>
        {all.map((startMs) => {
          const clock = clockWords(localParts(startMs, asked.zone).timeLocal, locale);
          const kind = gone.includes(startMs) ? 'gone' : added.includes(startMs) ? 'added' : 'kept';
          return (
            <li key={startMs} className={`offered-time ${kind === 'kept' ? 'open' : kind}`}>
              {kind === 'gone' ? <s>{clock}</s> : clock}
              {kind !== 'kept' && <span className="vh">, {kind === 'gone' ? words.dropped : words.added}</span>}
            </li>
          );
        })}
      </ul>
      <h4>{words.asSaved}</h4>
    </div>
  );
}
