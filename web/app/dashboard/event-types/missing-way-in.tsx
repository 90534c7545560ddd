import { type ReactNode, useState } from 'react';
import { missingWayInWords as say } from '../../../../texts/en/dashboard/event-types.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { AskWayIn, wayInWords } from './ask-way-in.tsx';
import { keyOf, missesLink } from './event-type.ts';

interface MissingWayInProps {
  readonly eventTypeId: string;
  readonly onSaved: () => Promise<void>;
  /** another way, said in the same line, which is then no warning */
  readonly orElse?: ReactNode;
}

/** What guests of an event will miss (docs/decisions/booking.md#a-way-to-join). Empty while loading or after a failure: the links matter more. */
export function MissingJoinDetails({ eventTypeId, onSaved, orElse }: MissingWayInProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [isAsking, setAsking] = useState(false);
  const { state, reload } = useLoad(keyOf(eventTypeId), () => call('getEventType', { eventTypeId }, workspace.id));
  if (state.status !== 'ready' || !missesLink(state.data)) return null;
  const { eventType: event } = state.data;
  const { missing, verb } = wayInWords;
  const save = async (locationDetail: string): Promise<void> => {
    await call('updateEventType', { eventTypeId, locationDetail }, workspace.id);
    // First this: once the button is gone, the message takes the focus to its heading.
    await reload();
    await onSaved();
  };
  return (
    <p className={orElse ? 'small quiet' : 'small event-notice'}>
      {missing}{' '}
      <button type="button" className="link-button" onClick={() => setAsking(true)}>
        {verb}
        <span className="vh"> {say.for(event.name)}</span>
      </button>
      {orElse}
      {isAsking && <AskWayIn event={event} save={save} onClose={() => setAsking(false)} />}
    </p>
  );
}
