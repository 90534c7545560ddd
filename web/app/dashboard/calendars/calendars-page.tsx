import { calendarsPageWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { CalendarsSection } from './calendars-section.tsx';

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
