import { useState } from 'react';
import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { CallError, type OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useDashboard } from './dashboard-context.ts';
import { exportOf, type ImportSource, SERVICES, WrongFile } from './import-source.ts';

export type Outcome = OutputOf<'importSettings'>;

/** What is wrong with what was given, in a host's words. `key`: its field says it. */
export interface Wrong {
  readonly of: 'key' | 'service' | 'file';
  readonly text: string;
}

type Words = typeof importWords;

/** Reads, looks what would be made, then makes it. */
export function useImport() {
  const words = useWords(importWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [source, setSource] = useState<ImportSource | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const forget = () => {
    // What earlier files would make is not what these would.
    setOutcome(null);
    setWrong(null);
    setSource(null);
  };
  const attempt = async (from: ImportSource, dryRun: boolean) => {
    setWrong(null);
    try {
      setOutcome(await call('importSettings', { ...from, dryRun }, workspace.id));
    } catch (failure) {
      const said = failure instanceof CallError ? refusalOf(failure, from, words) : null;
      if (said === null) throw failure;
      setOutcome(null);
      setWrong(said);
    }
  };
  const look = useAction(async (given: ImportSource | readonly File[]) => {
    forget();
    try {
      const from = 'length' in given ? await exportOf(given) : given;
      setSource(from);
      await attempt(from, true);
    } catch (failure) {
      if (!(failure instanceof WrongFile)) throw failure;
      setWrong({
        of: 'file',
        text: failure.kind === 'noJson' ? words.notJson(failure.message) : words.refused.tooLarge,
      });
    }
  });
  const run = useAction(async () => {
    if (source) await attempt(source, false);
  });
  return { outcome, wrong, look, run, forget };
}

/** The API's own words are for programs. null: what is wrong is not what was given. */
function refusalOf({ status, reason }: CallError, from: ImportSource, words: Words): Wrong | null {
  if ('export' in from) {
    if (status !== 400 && status !== 422) return null;
    const { import_empty, too_many_entries, other } = words.refused;
    return { of: 'file', text: { import_empty, too_many_entries }[reason] ?? other };
  }
  const { name } = SERVICES[from.service];
  const { refusedKey } = words;
  if (status === 400) return { of: 'key', text: refusedKey.shape };
  if (reason === 'import_key_refused') return { of: 'key', text: refusedKey.wrong(name) };
  if (reason === 'import_empty') return { of: 'key', text: refusedKey.empty(name) };
  const ofService: Readonly<Record<string, (name: string) => string>> = {
    import_service_away: refusedKey.away,
    import_service_busy: refusedKey.busy,
    import_unreadable: refusedKey.unreadable,
    import_too_large: refusedKey.tooLarge,
    too_many_at_once: refusedKey.twice,
  };
  const text = ofService[reason]?.(name);
  return text === undefined ? null : { of: 'service', text };
}
