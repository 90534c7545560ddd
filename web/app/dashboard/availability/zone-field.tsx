import { useId } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { ZoneOptions } from '../../parts/zone-options.tsx';
import { useDashboard, useUsualZone } from '../workspaces/dashboard-context.ts';
import type { ScheduleProps } from './schedule-props.ts';

interface ZoneFieldProps extends ScheduleProps {
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
}

/** The zone of the hours, saved at once: the clock times stay as they are. */
export function ZoneField({ schedule, reload, report }: ZoneFieldProps) {
  const words = useWords(availabilityWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const id = useId();
  const choose = useAction((timezone: string) =>
    report(words.zoneSaved, async () => {
      await call('updateSchedule', { scheduleId: schedule.id, timezone }, workspace.id);
      await reload();
    }),
  );
  return (
    <div className="field">
      {choose.error && <Failure error={choose.error} />}
      <label htmlFor={id}>{words.zone}</label>
      <select id={id} value={schedule.timezone} onChange={(event) => void choose.run(event.currentTarget.value)}>
        <ZoneOptions chosen={schedule.timezone} usual={useUsualZone()} />
      </select>
    </div>
  );
}
