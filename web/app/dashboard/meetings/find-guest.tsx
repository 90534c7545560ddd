import { useNavigate, useSearch } from '@tanstack/react-router';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { SearchField } from '../../parts/search-field.tsx';

/** Finds meetings by their guest. The address has the text, and each tab searches its own list. */
export function FindGuest() {
  const words = useWords(meetingsWords);
  const { q }: { readonly q?: string | undefined } = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = (text: string): void => {
    void navigate({
      to: '/meetings',
      search: ({ cursor: _cursor, ...rest }) => ({ ...rest, q: text.trim() === '' ? undefined : text }),
      replace: true,
    });
  };
  return (
    <div className="find-guest">
      <SearchField label={words.find} placeholder={words.findHint} value={String(q ?? '')} onSearch={search} />
    </div>
  );
}
