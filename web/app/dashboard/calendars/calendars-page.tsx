import { pageWords } from '../../parts/page-words.ts';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { CalendarsSection } from './calendars-section.tsx';

const say = pageWords(
  {
    title: 'Calendars',
    none: 'Your role looks after billing and hosts no meetings, so it has no calendars.',
  },
  {
    title: 'Kalender',
    none: 'Ihre Rolle kümmert sich um die Abrechnung und hat keine Termine, also auch keine Kalender.',
  },
);

/** /settings/calendars */
export function CalendarsPage() {
  const { person, workspace } = useDashboard();
  return (
    <>
      <PlaceHead title={say.title} />
      {workspace.role === 'billing_only' ? (
        <p className="quiet">{say.none}</p>
      ) : (
        <CalendarsSection workspace={workspace} userId={person.id} />
      )}
    </>
  );
}
