import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Done } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { type EventLine, keyOf, mayMissLink, missesLink, withoutScheme } from '../event-types/event-type.ts';
import { MissingJoinDetails } from '../event-types/missing-way-in.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { Sample } from './sample.tsx';
import { Step } from './step.tsx';

/** The first event type with its link, and a sample booking of it. */
export function EventStep({ onBack }: { readonly onBack: () => void }) {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const list = useLoad(`start event ${workspace.id}`, async () => {
    // Both before anything is drawn: the hint moves nothing.
    const [{ eventTypes }, calendars] = await Promise.all([
      call('listHostEventTypes', { hostUserId: person.id, limit: 1 }, workspace.id),
      call('listCalendars', {}, workspace.id).catch(() => null),
    ]);
    return { event: eventTypes[0], mayConnect: calendars !== null && mayConnect(calendars, person.id) };
  });
  const event = list.state.status === 'ready' ? list.state.data.event : undefined;
  const hint = event ? words.eventHint(event.name, event.durationMinutes) : words.eventHintNone;
  return (
    <Step number={3} title={words.eventTitle} hint={hint}>
      <LoadState {...list} what={words.loadingEvent}>
        {(data) => event && <Share event={event} mayConnect={data.mayConnect} />}
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

/** Whether a person has no calendar yet and can have one here. */
const mayConnect = ({ calendars, providers }: OutputOf<'listCalendars'>, userId: string): boolean =>
  providers.length > 0 && calendars.every(({ host }) => host.id !== userId);

function Share({ event, mayConnect }: { readonly event: EventLine; readonly mayConnect: boolean }) {
  const { id, bookingUrl } = event;
  return (
    <>
      {bookingUrl !== null && (
        <p className="share-link">
          <a href={bookingUrl}>{withoutScheme(bookingUrl)}</a>
          <CopyButton text={bookingUrl} label={words.toShare} what={words.what} primary />
        </p>
      )}
      {mayMissLink(event) && <JoinLink eventTypeId={id} />}
      <p className="small">
        <Link to="/event-types/$eventTypeId" params={{ eventTypeId: id }}>
          {words.settings}
        </Link>
      </p>
      {mayConnect && (
        <p className="small quiet">
          <Link to="/settings/calendars">{words.calendar}</Link>
          {words.calendarFor}
        </p>
      )}
      <Sample eventTypeId={id} />
    </>
  );
}

/** An event type that guests get no link for: said in a quiet line, because it can be booked all the same. */
function JoinLink({ eventTypeId }: { readonly eventTypeId: string }) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { state } = useLoad(keyOf(eventTypeId), () => call('getEventType', { eventTypeId }, workspace.id));
  const [said, setSaid] = useState('');
  const isDone = said !== '' && state.status === 'ready' && !missesLink(state.data);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isDone) document.getElementById('start-step')?.focus({ preventScroll: true });
  }, [isDone]);
  const orElse = (
    <>
      {words.or}
      <Link to="/settings/calendars">{words.connect}</Link>
      {words.connectFor}
    </>
  );
  const say = async (): Promise<void> => setSaid(words.linkAdded);
  return (
    <>
      <MissingJoinDetails eventTypeId={eventTypeId} onSaved={say} orElse={orElse} />
      <Done words={said} />
    </>
  );
}
