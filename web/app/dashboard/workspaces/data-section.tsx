import { useState } from 'react';
import { dataWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { type Call, CallError, type InputOf, type OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { useDashboard } from './dashboard-context.ts';
import { ImportDialog } from './import-dialog.tsx';
import { saveFile } from './save-file.ts';

type Part = InputOf<'exportWorkspace'>['part'];
const PARTS: readonly Part[] = [
  ...(['workspace', 'members', 'event_types', 'schedules', 'teams'] as const),
  ...(['meetings', 'guests', 'activity'] as const),
];
/** What people open in a spreadsheet. */
const TABLES: readonly Part[] = ['meetings', 'guests', 'event_types', 'members'];
const LARGEST_PAGE = 500;

interface Reading {
  readonly call: Call;
  readonly workspaceId: string;
  readonly onRows: (count: number) => void;
}

/** Waits once when there were too many calls. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 429) throw error;
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 5) * 1_000));
    return read();
  }
}

/** All pages of a part. */
async function readPart(part: Part, format: 'json' | 'csv', { call, workspaceId, onRows }: Reading) {
  const rows: unknown[] = [];
  let csv = '';
  let cursor: string | null = null;
  do {
    const input: InputOf<'exportWorkspace'> = { part, format, limit: LARGEST_PAGE, ...(cursor !== null && { cursor }) };
    const page: OutputOf<'exportWorkspace'> = await patiently(() => call('exportWorkspace', input, workspaceId));
    rows.push(...(page.rows ?? []));
    csv += page.csv ?? '';
    onRows(rows.length || csv.split('\n').length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { rows, csv };
}

/** For owners and admins: the export of all that the workspace stores, and the import of what is elsewhere. */
export function DataSection() {
  const words = useWords(dataWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [importing, setImporting] = useState(false);
  const [read, setRead] = useState(0);
  const { done, report } = useDone();
  const reading: Reading = { call, workspaceId: workspace.id, onRows: setRead };
  const saveAll = useAction(() =>
    report(words.saved, async () => {
      const parts: Record<string, unknown> = {};
      for (const part of PARTS) parts[part] = (await readPart(part, 'json', reading)).rows;
      saveFile(`${workspace.slug}.json`, 'application/json', JSON.stringify(parts, null, 2));
    }),
  );
  const saveTable = useAction((part: Part) =>
    report(words.saved, async () => {
      const { csv } = await readPart(part, 'csv', reading);
      saveFile(`${workspace.slug}-${part}.csv`, 'text/csv', csv);
    }),
  );
  const error = saveAll.error ?? saveTable.error;
  return (
    <Section title={words.title} hint={words.hint} done={done}>
      {error && <Failure error={error} />}
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => void saveAll.run()}>
          {saveAll.busy ? words.busy(read) : words.all}
        </button>
        {TABLES.map((part) => (
          <button key={part} type="button" className="button second compact" onClick={() => void saveTable.run(part)}>
            {words.table[part as keyof typeof words.table]}
            {words.csv}
          </button>
        ))}
      </div>
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => setImporting(true)}>
          {words.import}
        </button>
      </div>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Section>
  );
}
