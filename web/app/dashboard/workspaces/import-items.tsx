import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { noteWords } from './import-notes.ts';
import type { Outcome } from './use-import.ts';

/** What became of each entry, or would. */
export function ImportItems({ outcome: { dryRun, made, items, message } }: { readonly outcome: Outcome }) {
  const words = useWords(importWords);
  const { language } = useLocale();
  if (items.length === 0) return <p>{message}</p>;
  return (
    <>
      <p>
        <strong>{dryRun ? words.would(made) : words.made(made)}</strong>
      </p>
      <ul className="points">
        {items.map(({ kind, name, sourceId, id, outcome, why, notes }) => (
          <li key={`${kind} ${sourceId ?? name}`}>
            <Name name={name} href={id && `${PAGES[kind]}/${id}`} /> ({words.kind[kind]}): {words.outcome[outcome]}
            {why !== null && <span className="quiet"> ({noteWords(why, language)})</span>}
            {notes.map((note) => (
              <span key={note} className="small quiet line">
                {noteWords(note, language)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

const PAGES = { event_type: '/event-types', schedule: '/availability' } as const;

/** In a new tab: the list, and before the import the key, would be gone. */
function Name({ name, href }: { readonly name: string; readonly href: string | null }) {
  const words = useWords(importWords);
  if (href === null) return <bdi>{name}</bdi>;
  return (
    <a href={href} target="_blank" rel="noopener">
      <bdi>{name}</bdi>
      <span className="vh"> {words.newTab}</span>
    </a>
  );
}
