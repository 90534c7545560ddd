import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../parts/locale.ts';
import { useShown } from './use-lists.ts';

interface PagesProps {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/** The ways through a list: what is coming begins with the earliest, all else with the latest. */
export function Pages({ nextCursor, previousCursor }: PagesProps) {
  const words = useWords(meetingsWords);
  const { tab } = useShown();
  if (nextCursor === null && previousCursor === null) return null;
  const [earlier, later] = tab === 'upcoming' ? [previousCursor, nextCursor] : [nextCursor, previousCursor];
  return (
    <nav className="list-pages" aria-label={words.pages}>
      {earlier !== null && (
        <PageLink cursor={earlier}>
          <Icon name="left" />
          {words.earlier}
        </PageLink>
      )}
      {later !== null && (
        <PageLink cursor={later}>
          {words.later}
          <Icon name="right" />
        </PageLink>
      )}
    </nav>
  );
}

const PageLink = ({ cursor, children }: { readonly cursor: string; readonly children: ReactNode }) => (
  <Link className="button second compact" to="/meetings" search={(search) => ({ ...search, cursor })}>
    {children}
  </Link>
);
