import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useWords } from '../../../parts/locale.ts';

/** One quiet line where a new host looks. The dialog is the caller's: it may have to close another one first. */
export function ImportOffer({ onOpen }: { readonly onOpen: () => void }) {
  const words = useWords(importWords);
  return (
    <p className="small quiet import-offer">
      {words.coming}{' '}
      <button type="button" className="link-button" onClick={onOpen}>
        {words.bring}
      </button>
    </p>
  );
}
