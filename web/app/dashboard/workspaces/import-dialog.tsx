import { useId, useState } from 'react';
import { inLanguages } from '../../../../domain/languages.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError, OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useDashboard } from './dashboard-context.ts';

const importWords = inLanguages(
  {
    title: 'Import from Cal.com or Calendly',
    text: 'Choose a JSON file: the answer of their API for event types, for hours, or a list of both. Nothing is made before you have seen it.',
    file: 'File',
    wrong: 'This file cannot be read here',
    wrongText:
      'Choose the JSON that the API of Cal.com or Calendly answers for event types or hours. Nothing was made.',
    would: (count: number) => (count === 1 ? 'One entry would be made:' : `${count} entries would be made:`),
    made: (count: number) => (count === 1 ? 'One entry is made:' : `${count} entries are made:`),
    outcome: { made: 'made', would_make: 'would be made', exists: 'is there already', skipped: 'is left out' },
    run: 'Import',
    close: 'Close',
    reading: 'Reading …',
  },
  {
    title: 'Aus Cal.com oder Calendly importieren',
    text: 'Wählen Sie eine JSON-Datei: die Antwort der dortigen API mit Terminarten, mit Zeiten, oder eine Liste von beiden. Nichts wird angelegt, bevor Sie es gesehen haben.',
    file: 'Datei',
    wrong: 'Diese Datei lässt sich hier nicht lesen',
    wrongText:
      'Wählen Sie das JSON, das die API von Cal.com oder Calendly für Terminarten oder Zeiten ausgibt. Es wurde nichts angelegt.',
    would: (count: number) => (count === 1 ? 'Ein Eintrag würde angelegt:' : `${count} Einträge würden angelegt:`),
    made: (count: number) => (count === 1 ? 'Ein Eintrag ist angelegt:' : `${count} Einträge sind angelegt:`),
    outcome: { made: 'angelegt', would_make: 'würde angelegt', exists: 'gibt es schon', skipped: 'wird ausgelassen' },
    run: 'Importieren',
    close: 'Schließen',
    reading: 'Wird gelesen …',
  },
);

/** The API's own words are for programs. */
const isOfFile = ({ status }: CallError): boolean => status === 400 || status === 422;

type Outcome = OutputOf<'importSettings'>;

/** Shows first what a file would make, then makes it. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(importWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const fileId = useId();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const look = useAction(async (file: File) => {
    const content = await file.text();
    setText(content);
    // What an earlier file would make is not what this one would.
    setOutcome(null);
    setOutcome(await call('importSettings', { export: content, dryRun: true }, workspace.id));
  });
  const run = useAction(async () => setOutcome(await call('importSettings', { export: text }, workspace.id)));
  const error = look.error ?? run.error;
  return (
    <Dialog title={words.title} onClose={onClose}>
      {error && !isOfFile(error) && <Failure error={error} />}
      {error && isOfFile(error) && <Notice notice={{ tone: 'error', title: words.wrong, text: words.wrongText }} />}
      <p>{words.text}</p>
      <div className="field">
        <label htmlFor={fileId}>{words.file}</label>
        <input
          type="file"
          id={fileId}
          accept="application/json,.json"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void look.run(file);
          }}
        />
      </div>
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
            {why !== null && <span className="quiet"> ({why})</span>}
            {notes.map((note) => (
              <span key={note} className="small quiet line">
                {note}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
