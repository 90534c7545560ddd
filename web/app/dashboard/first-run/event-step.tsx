import { Link } from '@tanstack/react-router';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { type EventLine, withoutScheme } from '../event-types/event-type.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { Sample } from './sample.tsx';
import { Step } from './step.tsx';
import { startWords as words } from './words.ts';

/** The first event type with its link, and a sample booking of it. */
export function EventStep({ onBack }: { readonly onBack: () => void }) {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const list = useLoad(`start event ${workspace.id}`, () =>
    call('listHostEventTypes', { hostUserId: person.id, limit: 1 }, workspace.id),
  );
  const event = list.state.status === 'ready' ? list.state.data.eventTypes[0] : undefined;
  const hint = event ? words.eventHint(event.name, event.durationMinutes) : words.lead;
  return (
    <Step number={3} title={words.eventTitle} hint={hint}>
      <LoadState {...list} what={words.loadingEvent}>
        {() => event && <Share event={event} />}
      </LoadState>
      <div className="actions">
        <Link className="button second" to="/meetings" search={{}}>
          {words.finish}
        </Link>
        <button type="button" className="button second" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </Step>
  );
}

function Share({ event }: { readonly event: EventLine }) {
  const { id, bookingUrl } = event;
  return (
    <>
      {bookingUrl !== null && (
        <p className="share-link">
          <a href={bookingUrl}>{withoutScheme(bookingUrl)}</a>
          <CopyButton text={bookingUrl} label={words.toShare} what={words.what} primary />
        </p>
      )}
      <p className="small">
        <Link to="/event-types/$eventTypeId" params={{ eventTypeId: id }}>
          {words.settings}
        </Link>
      </p>
      <Sample eventTypeId={id} />
    </>
  );
}
