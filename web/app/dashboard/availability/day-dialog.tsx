import { useState } from 'react';
import { availabilityWords, gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { DateField } from './date-field.tsx';
import { useDateWords } from './dates-section.tsx';
import { type DayState, stateOf } from './day-state.ts';
import type { ScheduleProps } from './schedule-props.ts';
import { problemOf } from './week.ts';
import { WindowFields } from './window-fields.tsx';

interface DayDialogProps extends ScheduleProps {
  readonly date: string;
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
  readonly onClose: () => void;
}

type Kind = DayState['kind'] | 'away';
const KINDS: readonly Kind[] = ['usual', 'closed', 'other', 'away'];
const USUAL = [{ start: '09:00', end: '12:00' }];

/** One day of the calendar: as in any week, closed, other hours, or away. */
export function DayDialog({ date, schedule, reload, report, onClose }: DayDialogProps) {
  const words = useWords(gridWords);
  const dateWords = useDateWords();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const now = stateOf(schedule, date);
  const [kind, setKind] = useState<Kind>(now.kind);
  const [windows, setWindows] = useState(now.windows.length === 0 ? USUAL : now.windows);
  const finish = (work: () => Promise<unknown>): Promise<void> =>
    report(words.saved(dateWords(date)), async () => {
      await work();
      onClose();
      await reload();
    });
  const save = useAction(async (form: FormData) => {
    if (kind === 'other' && problemOf(windows) !== null) return;
    const { id: scheduleId, owner, timezone } = schedule;
    if (kind === 'away') {
      const [toDate, reason] = [String(form.get('toDate') ?? ''), String(form.get('reason') ?? '').trim()];
      const input = {
        ...{ userId: owner.id, fromDate: date, timeZone: timezone },
        ...(toDate !== '' && { toDate }),
        ...(reason !== '' && { reason }),
      };
      return finish(() => call('addTimeOff', input, workspace.id));
    }
    if (kind === 'usual') return finish(() => call('removeDateOverride', { scheduleId, date }, workspace.id));
    const input = { scheduleId, date, windows: kind === 'closed' ? [] : [...windows] };
    return finish(() => call('addDateOverride', input, workspace.id));
  });
  const end = useAction((timeOffId: string) => finish(() => call('removeTimeOff', { timeOffId }, workspace.id)));
  const action = { ...save, error: save.error ?? end.error };
  return (
    <FormDialog title={dateWords(date)} action={action} submit={words.save} onClose={onClose}>
      <AwayNow away={now.away} onEnd={(id) => void end.run(id)} />
      {KINDS.map((one) => (
        <label className="choice" key={one}>
          <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
          <span>{one === 'away' ? words.awayUntil : words[one]}</span>
        </label>
      ))}
      {kind === 'other' && <WindowFields times={windows} onChange={setWindows} />}
      {kind === 'away' && <AwayFields error={save.error} />}
    </FormDialog>
  );
}

interface AwayNowProps {
  readonly away: DayState['away'];
  readonly onEnd: (timeOffId: string) => void;
}

/** Time off that covers the day already. */
function AwayNow({ away, onEnd }: AwayNowProps) {
  const words = useWords(gridWords);
  return away.map(({ id, local, reason }) => (
    <p key={id}>
      {words.awayText} <span className="quiet">{local.display}</span> {reason !== null && <bdi>{reason}</bdi>}{' '}
      <button type="button" className="link-button" onClick={() => onEnd(id)}>
        {words.endAway}
      </button>
    </p>
  ));
}

function AwayFields({ error }: { readonly error: CallError | null }) {
  const names = useWords(availabilityWords);
  return (
    <>
      <DateField name="toDate" label={names.lastDay} hint={names.lastDateHint} optional error={error} />
      <TextField name="reason" label={names.reason} hint={names.reasonHint} optional maxLength={200} error={error} />
    </>
  );
}
