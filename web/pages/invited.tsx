import { invitedWords } from '../../texts/en/pages/accounts.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

export interface InvitedPageProps {
  readonly eventName: string;
  readonly hostName: string;
  /** "Monday, 23 November 2026, 14:00 (Europe/Berlin)" */
  readonly when: string;
  readonly place: string;
  readonly joinUrl: string | null;
  /** waits: a guest moved it, and the host has not approved the new time yet */
  readonly standing: 'takesPlace' | 'waits' | 'canceled';
}

/** /invited/{token}: when and where a meeting is, for a further guest. */
export function InvitedPage({ eventName, hostName, when, place, joinUrl, standing }: InvitedPageProps) {
  const words = useWords(invitedWords);
  const title = words.title(eventName, hostName);
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">{words[standing](when, place)}</p>
        {joinUrl !== null && (
          <div className="actions">
            <a className="button" href={joinUrl}>
              {joinUrl}
            </a>
          </div>
        )}
      </Sheet>
    </Layout>
  );
}
