import { useId, useState } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { Answer, type Explanation } from './explanation.tsx';
import type { Schedule } from './schedule.ts';

/** Asks the slot engine itself, as an agent would. Empty while no event type uses the schedule. */
export function WhyNotSection({ schedule }: { readonly schedule: Schedule }) {
  const words = useWords(availabilityWords);
  const locale = useLocale();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const eventId = useId();
  const whenId = useId();
  const ask = useAction(async (form: FormData) => {
    const input = {
      eventTypeId: String(form.get('eventTypeId')),
      startAt: String(form.get('startAt')),
      timeZone: schedule.timezone,
    };
    setAnswer(await call('explainSlot', input, workspace.id));
  });
  if (schedule.eventTypes.length === 0) return null;
  return (
    <Section title={words.why} hint={words.whyHint}>
      <form
        className="ask-why"
        onSubmit={(event) => {
          event.preventDefault();
          void ask.run(new FormData(event.currentTarget));
        }}
      >
        <div className="field">
          <label htmlFor={eventId}>{words.event}</label>
          <select id={eventId} name="eventTypeId">
            {schedule.eventTypes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={whenId}>
            {words.when} ({zoneName(schedule.timezone, locale)})
          </label>
          <input type="datetime-local" id={whenId} name="startAt" required />
        </div>
        <button type="submit" className="button second" aria-disabled={ask.busy}>
          {words.ask}
        </button>
      </form>
      {ask.error && <Failure error={ask.error} />}
      <div role="status">{answer && <Answer answer={answer} />}</div>
    </Section>
  );
}
