import { useState } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { awayWords } from './away-words.ts';
import { DateField } from './date-field.tsx';
import type { Schedule } from './schedule.ts';
import type { ScheduleProps } from './schedule-props.ts';

/** When the owner of the schedule is away. */
export function TimeOffSection({ schedule, reload }: ScheduleProps) {
  const words = useWords(availabilityWords);
  const locale = useLocale();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [adding, setAdding] = useOpenedBy('time-off');
  const toast = useToast();
  const [outside, setOutside] = useState(0);
  const { done, gone, report } = useDone();
  const remove = useAction(({ id, startAt, endAt, reason, isEnteredHere }: Schedule['timeOff'][number]) =>
    report('', async () => {
      await call('removeTimeOff', { timeOffId: id }, workspace.id);
      await reload();
      // What was entered elsewhere has a reason there that is not known here.
      const input = { userId: schedule.owner.id, startAt, endAt, ...(reason !== null && { reason }) };
      const putBack = async (): Promise<void> => {
        await call('addTimeOff', input, workspace.id);
        await reload();
      };
      toast(words.awayRemoved, isEnteredHere ? putBack : undefined);
    }),
  );
  const add = (
    <button type="button" className="button second compact" onClick={() => setAdding(true)}>
      {words.addAway}
    </button>
  );
  return (
    <Section title={words.away} hint={words.awayHint} action={add} done={done} gone={gone}>
      {remove.error && <Failure error={remove.error} />}
      {outside > 0 && <Notice notice={{ tone: 'warning', title: words.outside(outside) }} />}
      {schedule.timeOff.length === 0 ? (
        <p className="quiet none">{words.noneAway}</p>
      ) : (
        <ul className="rows" aria-label={words.away}>
          {schedule.timeOff.map((off) => (
            <li key={off.id}>
              <p>
                <strong>{awayWords(off, locale)}</strong>
                {off.reason !== null && <bdi className="quiet">{off.reason}</bdi>}
              </p>
              <button type="button" className="button second compact" onClick={() => void remove.run(off)}>
                {words.remove}
                <span className="vh"> {awayWords(off, locale)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <AddTimeOff {...{ schedule, reload, report }} onOutside={setOutside} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}

interface AddTimeOffProps extends ScheduleProps {
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
  readonly onOutside: (count: number) => void;
  readonly onClose: () => void;
}

function AddTimeOff({ schedule, reload, report, onOutside, onClose }: AddTimeOffProps) {
  const words = useWords(availabilityWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const add = useAction((form: FormData) => {
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const [fromDate, toDate, reason] = [text('fromDate'), text('toDate'), text('reason')];
    return report(words.awaySaved, async () => {
      const { affectedMeetings } = await call(
        'addTimeOff',
        {
          ...{ userId: schedule.owner.id, fromDate, timeZone: schedule.timezone },
          ...(toDate !== '' && { toDate }),
          ...(reason !== '' && { reason }),
        },
        workspace.id,
      );
      onOutside(affectedMeetings.count);
      onClose();
      await reload();
    });
  });
  return (
    <FormDialog title={words.addAway} action={add} submit={words.saveDate} onClose={onClose}>
      <DateField name="fromDate" label={words.firstDay} error={add.error} />
      <DateField name="toDate" label={words.lastDay} hint={words.lastDateHint} optional error={add.error} />
      <TextField
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        optional
        maxLength={200}
        error={add.error}
      />
    </FormDialog>
  );
}
