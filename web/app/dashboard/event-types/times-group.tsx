import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { useEditor } from './editor-context.ts';
import type { Patch } from './event-type.ts';
import { CheckField, NumberField, SelectField } from './fields.tsx';
import { IntervalField } from './interval-field.tsx';
import { NoticeField, noticeOf } from './notice-field.tsx';
import { SettingsGroup } from './settings-group.tsx';

const PERIODS = ['perDay', 'perWeek', 'perMonth'] as const;

const numberOrNull = (form: FormData, name: string): number | null => {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? null : Number(text);
};

const read = (form: FormData): Patch => ({
  ...(form.get('scheduleId') && { scheduleId: String(form.get('scheduleId')) }),
  minimumNoticeMinutes: noticeOf(form),
  maxFutureDays: Number(form.get('maxFutureDays')),
  slotIntervalMinutes: numberOrNull(form, 'slotIntervalMinutes'),
  bufferBeforeMinutes: Number(form.get('bufferBeforeMinutes')),
  bufferAfterMinutes: Number(form.get('bufferAfterMinutes')),
  buffersAroundCalendarEvents: form.has('buffersAroundCalendarEvents'),
  limits: Object.fromEntries(PERIODS.map((period) => [period, numberOrNull(form, period)])),
});

/** Which times are offered. */
export function TimesGroup() {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  return (
    <SettingsGroup title={words.times} hint={words.timesHint} anchor="times" read={read}>
      {(error) => (
        <>
          {event.team ? <p className="small quiet none">{words.teamSchedule}</p> : <ScheduleField />}
          <div className="field-pair">
            <NoticeField minutes={event.minimumNoticeMinutes} error={error} />
            <NumberField
              name="maxFutureDays"
              label={words.ahead}
              hint={words.aheadHint}
              min={1}
              max={730}
              defaultValue={event.maxFutureDays}
              error={error}
            />
          </div>
          <IntervalField chosen={event.slotIntervalMinutes} />
          <div className="field-pair">
            <NumberField
              name="bufferBeforeMinutes"
              label={words.before}
              min={0}
              max={720}
              defaultValue={event.bufferBeforeMinutes}
              error={error}
            />
            <NumberField
              name="bufferAfterMinutes"
              label={words.after}
              min={0}
              max={720}
              defaultValue={event.bufferAfterMinutes}
              error={error}
            />
          </div>
          <CheckField
            name="buffersAroundCalendarEvents"
            label={words.aroundEvents}
            hint={words.aroundEventsHint}
            defaultChecked={event.buffersAroundCalendarEvents}
          />
          <LimitFields error={error} />
        </>
      )}
    </SettingsGroup>
  );
}

/** One of the host's schedules. While they load, and if they do not, the chosen one stays as it is. */
function ScheduleField() {
  const words = useWords(settingsWords);
  const locale = useLocale();
  const { event } = useEditor();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { state } = useLoad(`schedules of ${event.host.id} ${workspace.id}`, () =>
    call('listSchedules', { userId: event.host.id, limit: 100 }, workspace.id),
  );
  const schedules = state.status === 'ready' ? state.data.schedules : [];
  if (state.status !== 'ready') {
    const options = [{ value: event.scheduleId ?? '', label: '…' }];
    return <SelectField name="scheduleId" label={words.schedule} options={options} />;
  }
  return (
    <SelectField
      key="known"
      name="scheduleId"
      label={words.schedule}
      defaultValue={event.scheduleId ?? ''}
      options={schedules.map(({ id, name, timezone }) => ({
        value: id,
        label: words.scheduleOf(name, zoneName(timezone, locale)),
      }))}
    />
  );
}

function LimitFields({ error }: { readonly error: CallError | null }) {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  return (
    <fieldset className="field">
      <legend>{words.limits}</legend>
      <p className="hint">{words.limitsHint}</p>
      <div className="field-pair three">
        {PERIODS.map((period) => (
          <NumberField
            key={period}
            name={period}
            label={words[period]}
            min={1}
            max={1_000}
            optional
            defaultValue={event.limits[period]}
            error={error}
          />
        ))}
      </div>
    </fieldset>
  );
}
