import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard, useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { Elsewhere } from './elsewhere.tsx';
import { MeetingTabs } from './meeting-tabs.tsx';
import { MeetingsSection } from './meetings-section.tsx';

/** /meetings: where a host arrives. Their link is one click away: nobody is booked without it. */
export function MeetingsPage() {
  const words = useWords(meetingsWords);
  const { workspace } = useDashboard();
  const { state } = useWorkspaceView();
  const link = state.status === 'ready' ? state.data.links.bookingPage : null;
  const isHost = workspace.role !== 'billing_only';
  return (
    <>
      <PlaceHead
        title={words.title}
        action={isHost && link !== null && <CopyButton text={link} label={words.copyLink} what={words.link} primary />}
      />
      {isHost ? (
        <>
          <MeetingTabs />
          <MeetingsSection link={link} />
        </>
      ) : (
        <Notice notice={{ tone: 'info', title: words.noMeetings, text: words.noMeetingsText }} />
      )}
      <Elsewhere />
    </>
  );
}
