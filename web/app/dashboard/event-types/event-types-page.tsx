import { useSearch } from '@tanstack/react-router';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { BookingLink } from './booking-link.tsx';
import { EventTypeList } from './event-type-list.tsx';

/** /event-types: what guests can book, and the links to it. `?show=off`: what they cannot at the moment. */
export function EventTypesPage() {
  const words = useWords(listWords);
  const { workspace } = useDashboard();
  const { show } = useSearch({ strict: false });
  if (workspace.role === 'billing_only') {
    return (
      <>
        <PlaceHead title={words.title} />
        <Notice notice={{ tone: 'info', title: words.noRole, text: words.noRoleText }} />
      </>
    );
  }
  // Links from before there was a switch say archived.
  const shows = show === 'off' || show === 'archived' ? 'off' : 'all';
  return (
    <>
      <PlaceHead title={words.title} lead={words.lead} />
      <div className="cards">
        <BookingLink />
        <EventTypeList key={`${workspace.id} ${shows}`} shows={shows} />
      </div>
    </>
  );
}
