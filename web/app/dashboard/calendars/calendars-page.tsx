import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { CalendarsSection } from './calendars-section.tsx';

/** /settings/calendars */
export function CalendarsPage() {
  const { person, workspace } = useDashboard();
  return (
    <>
      <PlaceHead title="Calendars" />
      {workspace.role === 'billing_only' ? (
        <p className="quiet">Your role looks after billing and hosts no meetings, so it has no calendars.</p>
      ) : (
        <CalendarsSection workspace={workspace} userId={person.id} />
      )}
    </>
  );
}
