import { CopyButton } from '../../parts/copy-button.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { ComingMeetings } from './coming-meetings.tsx';

/** /meetings: where a host arrives. Their link is one click away: nobody is booked without it. */
export function MeetingsPage() {
  const { state } = useWorkspaceView();
  const link = state.status === 'ready' ? state.data.links.bookingPage : null;
  return (
    <>
      <PlaceHead
        title="Meetings"
        action={
          link !== null && (
            <CopyButton
              text={link}
              label={['Copy link', 'to your booking page']}
              what="the link to your booking page"
              primary
            />
          )
        }
      />
      <ComingMeetings />
    </>
  );
}
