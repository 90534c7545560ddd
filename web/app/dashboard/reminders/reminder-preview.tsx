import { joinUrlOf, meetingPlace } from '../../../../domain/booking/meeting-place.ts';
import { type ReminderValues, reminderInWords } from '../../../../domain/reminders/reminder-words.ts';
import { sideOf } from '../../../../domain/reminders/reminders.ts';
import { reminderTexts } from '../../../../texts/en/dashboard/reminders.ts';
import { type Locale, useLocale, useWords } from '../../../parts/locale.ts';
import { clockWords, dayWords } from '../../../parts/meeting-time.ts';
import { useEditor } from '../event-types/editor-context.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { type Draft, timeOfDraft } from './reminder-drafts.ts';

type Reader = 'guest' | 'host';

/** The words of each mail that leaves, filled in: the same functions write the real ones. */
export function ReminderPreview({ draft }: { readonly draft: Draft }) {
  const readers: readonly Reader[] = draft.to === 'both' ? ['guest', 'host'] : [draft.to];
  return (
    <div aria-live="polite">
      {readers.map((to) => (
        <Preview key={to} draft={draft} to={to} />
      ))}
    </div>
  );
}

function Preview({ draft, to }: { readonly draft: Draft; readonly to: Reader }) {
  const texts = useWords(reminderTexts);
  const { language } = useLocale();
  const { subject, paragraphs } = reminderInWords(
    { side: sideOf(timeOfDraft(draft)), to, language },
    draft,
    useSample(),
  );
  return (
    <section className="reminder-preview">
      <h3 className="small quiet">{to === 'host' ? texts.previewHost : texts.preview}</h3>
      <p>
        <strong>
          <bdi>{subject}</bdi>
        </strong>
      </p>
      {paragraphs.map((text) => (
        <p key={text}>
          <bdi>{text}</bdi>
        </p>
      ))}
    </section>
  );
}

/** A start as this reader writes it: "Monday, May 4, 10:00 AM", "Monday, 4 May, 10:00". */
const sampleStart = (locale: Locale): string => `${dayWords('2026-05-04', locale)}, ${clockWords('10:00', locale)}`;

/** The values of a meeting of this event type with somebody. */
function useSample(): ReminderValues {
  const { sample } = useWords(reminderTexts);
  const locale = useLocale();
  const { workspace } = useDashboard();
  const { event } = useEditor();
  const { locationType, locationDetail } = event;
  const place = { locationType, locationDetail, joinUrl: joinUrlOf(event) };
  return {
    guest_name: sample.guest,
    host_name: event.host.name,
    event_name: event.name,
    workspace_name: workspace.name,
    start: sampleStart(locale),
    location: meetingPlace(place, locale.language).line,
  };
}
