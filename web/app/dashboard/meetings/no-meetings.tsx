import { useWords } from '../../../texts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { meetingsWords } from './meetings-words.ts';
import type { Tab } from './use-lists.ts';

/** An empty list. Before the first booking a host needs their link. */
export function NoMeetings({ tab, link }: { readonly tab: Tab; readonly link: string | null }) {
  const words = useWords(meetingsWords);
  return (
    <div className="empty">
      <p>{words.none[tab]}</p>
      {tab === 'upcoming' && link !== null && (
        <>
          <p className="small quiet">{words.share}</p>
          <p className="share-link">
            <a href={link}>{link}</a>
            <CopyButton text={link} what={`${words.link}: ${link}`} />
          </p>
        </>
      )}
    </div>
  );
}
