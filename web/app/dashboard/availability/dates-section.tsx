import { useId, useState } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { DateField } from './date-field.tsx';
import type { Schedule } from './schedule.ts';
import type { ScheduleProps } from './schedule-props.ts';
import { endOf } from './week.ts';

/** "Thu, 24 December 2026". A date has no zone. */
export function useDateWords(): (date: string) => string {
  const { tag } = useLocale();
  const format = new Intl.DateTimeFormat(tag, {
    ...({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const),
    timeZone: 'UTC',
  });
  return (date) => format.format(Date.parse(`${date}T00:00Z`));
}

/** Dates whose hours are not those of their weekday. */
export function DatesSection({ schedule, reload }: ScheduleProps) {
  const words = useWords(availabilityWords);
  const dateWords = useDateWords();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [adding, setAdding] = useState(false);
  const toast = useToast();
  const { done, gone, report } = useDone();
  const remove = useAction(({ date, windows }: Schedule['dateOverrides'][number]) =>
    report('', async () => {
      await call('removeDateOverride', { scheduleId: schedule.id, date }, workspace.id);
      await reload();
      toast(words.dateRemoved(dateWords(date)), async () => {
        await call('addDateOverride', { scheduleId: schedule.id, date, windows }, workspace.id);
        await reload();
      });
    }),
  );
  const add = (
    <button type="button" className="button second compact" onClick={() => setAdding(true)}>
      {words.addDate}
    </button>
  );
  return (
    <Section title={words.dates} hint={words.datesHint} action={add} done={done} gone={gone}>
      {remove.error && <Failure error={remove.error} />}
      {schedule.dateOverrides.length === 0 ? (
        <p className="quiet none">{words.noDates}</p>
      ) : (
        <ul className="rows" aria-label={words.dates}>
          {schedule.dateOverrides.map(({ date, windows }) => (
            <li key={date}>
              <p>
                <strong>{dateWords(date)}</strong>
                <span className="quiet">
                  {windows.length === 0
                    ? words.closed
                    : windows.map(({ start, end }) => `${start} – ${end}`).join(', ')}
                </span>
              </p>
              <button
                type="button"
                className="button second compact"
                onClick={() => void remove.run({ date, windows })}
              >
                {words.remove}
                <span className="vh"> {dateWords(date)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddDate {...{ schedule, reload, report }} onClose={() => setAdding(false)} />}
    </Section>
  );
}

interface AddDateProps extends ScheduleProps {
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
  readonly onClose: () => void;
}

function AddDate({ schedule, reload, report, onClose }: AddDateProps) {
  const words = useWords(availabilityWords);
  const dateWords = useDateWords();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [isOpen, setOpen] = useState(false);
  const startId = useId();
  const endId = useId();
  const add = useAction((form: FormData) => {
    const text = (name: string): string => String(form.get(name) ?? '');
    const [date, toDate] = [text('date'), text('toDate')];
    const windows = isOpen ? [{ start: text('start'), end: endOf(text('end')) }] : [];
    return report(
      words.dateSaved(dateWords(date), toDate === '' || toDate === date ? '' : dateWords(toDate), isOpen),
      async () => {
        const input = { scheduleId: schedule.id, date, windows, ...(toDate !== '' && { toDate }) };
        await call('addDateOverride', input, workspace.id);
        onClose();
        await reload();
      },
    );
  });
  return (
    <FormDialog title={words.addDate} action={add} submit={words.saveDate} onClose={onClose}>
      <DateField name="date" label={words.date} error={add.error} />
      <DateField name="toDate" label={words.lastDate} hint={words.lastDateHint} optional error={add.error} />
      <label className="choice">
        <input type="radio" name="kind" checked={!isOpen} onChange={() => setOpen(false)} />
        <span>{words.closedThen}</span>
      </label>
      <label className="choice">
        <input type="radio" name="kind" checked={isOpen} onChange={() => setOpen(true)} />
        <span>{words.openThen}</span>
      </label>
      {isOpen && (
        <div className="day-time">
          <label htmlFor={startId}>{words.start}</label>
          <input type="time" id={startId} name="start" defaultValue="09:00" required />
          <label htmlFor={endId}>{words.end}</label>
          <input type="time" id={endId} name="end" defaultValue="12:00" required />
        </div>
      )}
    </FormDialog>
  );
}
