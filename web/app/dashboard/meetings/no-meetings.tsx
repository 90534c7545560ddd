import { Link } from '@tanstack/react-router';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { type Shown, searchFor, TABS, type Tab } from './use-lists.ts';

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

interface NobodyFoundProps {
  readonly shown: Shown;
  readonly guest: string;
}

/** A search that found nobody in this list: they may be in another one. */
export function NobodyFound({ shown, guest }: NobodyFoundProps) {
  const words = useWords(meetingsWords);
  return (
    <div className="empty">
      <p>{words.nobody(guest)}</p>
      <nav aria-label={words.elsewhereToo}>
        <p className="small quiet">{words.elsewhereToo}</p>
        <p className="row-actions">
          {TABS.filter((tab) => tab !== shown.tab).map((tab) => (
            <Link
              key={tab}
              className="button second compact"
              to="/meetings"
              search={({ whose }) => ({ whose, tab: tab === 'upcoming' ? undefined : tab, ...searchFor(guest) })}
            >
              {words.tabs[tab]}
            </Link>
          ))}
        </p>
      </nav>
    </div>
  );
}
