import { Link } from '@tanstack/react-router';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { TABS, useList, useShown } from './use-lists.ts';

/** A tab is the address's own only if its search is the same. */
const EXACT = { exact: true, includeSearch: true } as const;
const current = (is: boolean) => (is ? ('page' as const) : undefined);

/** The four lists, and the numbers of all. Each has an address; how many requests wait is beside theirs. */
export function MeetingTabs({ isNumbers = false }: { readonly isNumbers?: boolean }) {
  const words = useWords(meetingsWords);
  const shown = useShown();
  const { state } = useList({ ...shown, tab: 'pending', guest: undefined, cursor: undefined });
  const count = state.status === 'ready' ? state.data.meetings.length : 0;
  return (
    <Tabs label={words.lists}>
      {TABS.map((tab) => (
        <li key={tab}>
          <Link
            to="/meetings"
            search={({ cursor: _cursor, days: _days, ...rest }) => ({
              ...rest,
              tab: tab === 'upcoming' ? undefined : tab,
            })}
            activeOptions={EXACT}
            aria-current={current(!isNumbers && tab === shown.tab)}
          >
            {words.tabs[tab]}
            {tab === 'pending' && count > 0 && (
              <span className="tag warn count">
                <span aria-hidden="true">{count}</span>
                <span className="vh">, {words.waitCount(count)}</span>
              </span>
            )}
          </Link>
        </li>
      ))}
      <li>
        <Link to="/insights">{words.numbers}</Link>
      </li>
    </Tabs>
  );
}

/** Own meetings, or everybody's: for who may see them. */
export function WhoseMeetings() {
  const words = useWords(meetingsWords);
  const { isEverybody } = useShown();
  return (
    <nav className="segments" aria-label={words.whose}>
      {[false, true].map((everybody) => (
        <Link
          key={String(everybody)}
          to="/meetings"
          search={({ cursor: _cursor, ...rest }) => ({ ...rest, whose: everybody ? 'everybody' : undefined })}
          activeOptions={EXACT}
          aria-current={current(everybody === isEverybody)}
        >
          {everybody ? words.everybody : words.mine}
        </Link>
      ))}
    </nav>
  );
}
