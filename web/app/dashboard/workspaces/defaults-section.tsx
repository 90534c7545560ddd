import { useEffect, useRef, useState } from 'react';
import { defaultsWords as words } from '../../../../texts/en/dashboard/workspaces.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_FACTS, LANGUAGES } from '../../../../texts/languages.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { useGuardedForm } from '../../parts/use-guarded-form.ts';
import { ZoneOptions } from '../../parts/zone-options.tsx';
import { SelectField } from '../event-types/fields.tsx';
import type { BrandingProps } from './branding-props.ts';
import { changedDefaults, type Defaults, isSame } from './changed-defaults.ts';
import { NewTypesFields } from './new-types-fields.tsx';

/** Zone, first day of the week, language, and the times of new event types, for roles that may change them. */
export function DefaultsSection({ workspace, view, reload }: BrandingProps) {
  const { call } = useApi();
  const { done, report, forget } = useDone();
  const [drawn, setDrawn] = useState<Defaults>(view.workspace);
  const [round, setRound] = useState(0);
  const save = useAction(async (form: FormData) => {
    const change = changedDefaults(drawn, form);
    const isEmpty = Object.keys(change).length === 0;
    await report(isEmpty ? words.unchanged : words.saved, async () => {
      if (isEmpty) return;
      const { version: expectedVersion } = isSame(drawn, view.workspace) ? view.workspace : drawn;
      setDrawn((await call('updateWorkspace', { ...change, expectedVersion }, workspace.id)).workspace);
      await reload();
    });
  });
  const loadNew = async (): Promise<void> => {
    setDrawn((await call('getWorkspace', {}, workspace.id)).workspace);
    setRound((count) => count + 1);
    save.forget();
    await reload();
  };
  const guarded = useGuardedForm({ name: words.title, action: save });
  return (
    <Section title={words.title} hint={words.hint} done={done}>
      <form key={`${round} ${guarded.round}`} className="branding-form" onChange={forget} {...guarded.props}>
        {round > 0 && <FocusFirst />}
        {save.error && <SaveFailure error={save.error} onLoadNew={() => void loadNew()} />}
        <OfAll drawn={drawn} />
        <NewTypesFields times={drawn.bookingDefaults} error={save.error} />
        <div className="actions">
          <button type="submit" className="button compact" aria-disabled={save.busy}>
            {words.save}
            <span className="vh"> {words.title}</span>
          </button>
        </div>
        <AsCall />
      </form>
    </Section>
  );
}

/** In a form drawn anew: the button that asked for it is gone. */
function FocusFirst() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.closest('form')?.querySelector('select')?.focus(), []);
  return <span ref={place} hidden />;
}

function OfAll({ drawn }: { readonly drawn: Defaults }) {
  const { reader, ...days } = words.weekOf;
  return (
    <>
      <SelectField name="timezone" label={words.zone} hint={words.zoneHint} defaultValue={drawn.timezone}>
        <ZoneOptions chosen={drawn.timezone} />
      </SelectField>
      <div className="field-pair">
        <SelectField
          name="weekStartsOn"
          label={words.week}
          hint={words.weekHint}
          options={[{ value: '', label: reader }, ...Object.entries(days).map(([value, label]) => ({ value, label }))]}
          defaultValue={drawn.weekStartsOn ?? ''}
        />
        <SelectField
          name="language"
          label={words.language}
          hint={words.languageHint}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }))}
          defaultValue={drawn.language ?? DEFAULT_LANGUAGE}
        />
      </div>
    </>
  );
}

/** Somebody else's change is told, never overwritten. */
function SaveFailure({ error, onLoadNew }: { readonly error: CallError; readonly onLoadNew: () => void }) {
  if (error.reason !== 'changed_meanwhile') return <Failure error={error} />;
  const by = typeof error.details.changedBy === 'string' ? error.details.changedBy : null;
  return (
    <Notice notice={{ tone: 'warning', title: words.changed(by), text: words.changedText }}>
      <p>
        <button type="button" className="link-button" onClick={onLoadNew}>
          {words.loadNew}
        </button>
      </p>
    </Notice>
  );
}
