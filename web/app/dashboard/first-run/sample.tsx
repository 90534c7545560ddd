import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sampleAnswers } from '../../../../domain/forms/guest-number.ts';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Done } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { minuteOf, zoneHere } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';

/** null: none was made. A sample that is removed is canceled. */
type Made = { readonly id: string } | null;

/**
 * A real booking of the host's own event, with themselves as the guest (docs/decisions/pages.md#public-operations): nobody else gets a mail. By the operations that agents use, too.
 */
export function Sample({ eventTypeId }: { readonly eventTypeId: string }) {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const [own, setOwn] = useState<Made | undefined>(undefined);
  // One that was made before this page was loaded stands, too.
  const { state } = useLoad(`sample of ${eventTypeId}`, () =>
    call('listMeetings', { filter: 'upcoming', eventTypeId, inviteeEmail: person.email, limit: 1 }, workspace.id),
  );
  const made = own === undefined ? ((state.status === 'ready' ? state.data.meetings[0] : undefined) ?? null) : own;
  const [said, setSaid] = useState('');
  const book = useAction(async () => {
    setSaid('');
    const [{ eventType }, { slots }] = await Promise.all([
      call('getEventType', { eventTypeId }, workspace.id),
      call('proposeSlots', { eventTypeId, limit: 1 }, workspace.id),
    ]);
    const [slot] = slots;
    if (!slot) return setSaid(words.noTime);
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const invitee = { email: person.email, name: words.guest, timezone };
    const wish = { eventTypeId, startAt: slot.startUtc, invitee, ...sampleAnswers(eventType) };
    const { booking } = await call('createBooking', wish, workspace.id);
    setOwn({ id: booking.id });
    setSaid(words.booked(`${minuteOf(slot.startUtc)} (${zoneHere()})`));
  });
  const remove = useAction(async () => {
    if (made) await call('cancelBooking', { bookingId: made.id }, workspace.id);
    setOwn(null);
    setSaid(words.removed);
  });
  const error = book.error ?? remove.error;
  return (
    <section className="sample" aria-labelledby="sample">
      <h3 id="sample">{words.trial}</h3>
      {error && <Failure error={error} />}
      <Done words={said} />
      {made === null ? (
        <>
          <p className="small quiet">{words.trialText}</p>
          <button type="button" className="button second" aria-disabled={book.busy} onClick={() => void book.run()}>
            {book.busy ? words.booking : words.book}
          </button>
        </>
      ) : (
        <>
          <p>
            <strong>{words.guest}</strong> <span className="tag">{words.tag}</span>
          </p>
          <p className="small quiet">{words.bookedText}</p>
          <div className="row-actions">
            <Link className="button second compact" to="/meetings/$bookingId" params={{ bookingId: made.id }}>
              {words.see}
            </Link>
            <button
              type="button"
              className="button second compact"
              aria-disabled={remove.busy}
              onClick={() => void remove.run()}
            >
              {words.remove}
            </button>
          </div>
        </>
      )}
    </section>
  );
}
