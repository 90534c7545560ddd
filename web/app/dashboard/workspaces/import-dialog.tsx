import { useState } from 'react';
import { Notice } from '../../../parts/notice.tsx';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { CallError, type OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useDashboard } from './dashboard-context.ts';
import { ImportFiles } from './import-files.tsx';
import { noteWords } from './import-notes.ts';
import { ImportSteps } from './import-steps.tsx';
import { importWords } from './import-words.ts';

type Outcome = OutputOf<'importSettings'>;

/** What the API takes (schemas/operations/workspaces/imports.ts). */
const MOST_CHARACTERS = 300_000;

/** Thrown with the file's name. */
class NoJson extends Error {}

/** Several answers as one export: a list of them. @throws NoJson */
async function exportOf(files: readonly File[]): Promise<string> {
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = await file.text();
      try {
        JSON.parse(text);
      } catch {
        throw new NoJson(file.name);
      }
      return text;
    }),
  );
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`;
}

/** What is wrong with what was given, in a host's words; null: nothing that the file could help. */
type Wrong = string | null;

/** Reads, looks what would be made, then makes it. */
function useImport() {
  const words = useWords(importWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [wrong, setWrong] = useState<Wrong>(null);
  const look = useAction(async (files: readonly File[]) => {
    // What earlier files would make is not what these would.
    setOutcome(null);
    setWrong(null);
    try {
      const content = await exportOf(files);
      setText(content);
      if (content.length > MOST_CHARACTERS) return setWrong(words.refused.tooLarge);
      setOutcome(await call('importSettings', { export: content, dryRun: true }, workspace.id));
    } catch (failure) {
      if (failure instanceof NoJson) return setWrong(words.notJson(failure.message));
      if (!(failure instanceof CallError) || !isOfFile(failure)) throw failure;
      setWrong(refusalOf(failure, words));
    }
  });
  const run = useAction(async () => setOutcome(await call('importSettings', { export: text }, workspace.id)));
  return { outcome, wrong, look, run };
}

const isOfFile = ({ status }: CallError): boolean => status === 400 || status === 422;

/** The API's own words are for programs. */
const refusalOf = ({ reason }: CallError, { refused }: (typeof importWords)['en']): string =>
  reason === 'import_empty' || reason === 'too_many_entries' ? refused[reason] : refused.other;

/** Shows how to get the files and what they would make, then makes it. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(importWords);
  const { outcome, wrong, look, run } = useImport();
  const error = look.error ?? run.error;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.text}</p>
      <ImportSteps />
      <ImportFiles onFiles={(files) => void look.run(files)} />
      {error && <Failure error={error} />}
      {wrong !== null && <Notice notice={{ tone: 'error', title: words.wrong, text: wrong }} />}
      <div role="status">
        {look.busy && words.reading}
        {outcome && <Items outcome={outcome} />}
      </div>
      <div className="actions">
        {outcome?.dryRun && outcome.made > 0 && (
          <button type="button" className="button" aria-disabled={run.busy} onClick={() => void run.run()}>
            {words.run}
          </button>
        )}
        <button type="button" className="button second" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

function Items({ outcome: { dryRun, made, items, message } }: { readonly outcome: Outcome }) {
  const words = useWords(importWords);
  const { language } = useLocale();
  if (items.length === 0) return <p>{message}</p>;
  return (
    <>
      <p>
        <strong>{dryRun ? words.would(made) : words.made(made)}</strong>
      </p>
      <ul className="points">
        {items.map(({ kind, name, sourceId, outcome, why, notes }) => (
          <li key={`${kind} ${sourceId ?? name}`}>
            <bdi>{name}</bdi>: {words.outcome[outcome]}
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
