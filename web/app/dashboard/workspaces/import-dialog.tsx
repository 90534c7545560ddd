import { useEffect, useId, useRef, useState } from 'react';
import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { ImportFiles } from './import-files.tsx';
import { ImportItems } from './import-items.tsx';
import { ImportKey } from './import-key.tsx';
import { SERVICE_IDS, SERVICES, type Service } from './import-source.ts';
import { ImportSteps } from './import-steps.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  /** `made`: how many entries were */
  readonly onClose: (made: number) => void;
}

/** Asks the service with the host's key, or reads files; shows what would be made, then makes it. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const words = useWords(importWords);
  const [service, setService] = useState<Service>('cal.com');
  const { outcome, wrong, look, run, forget } = useImport();
  const error = look.error ?? run.error;
  const result = useRef<HTMLDivElement>(null);
  // Below the steps, where a press does not show it.
  useEffect(() => {
    if (outcome || (wrong && wrong.of !== 'key')) result.current?.scrollIntoView({ block: 'start' });
  }, [outcome, wrong]);
  const close = () => onClose(outcome && !outcome.dryRun ? outcome.made : 0);
  return (
    <Dialog title={words.title} onClose={close}>
      <p>{words.text}</p>
      <WhichService
        service={service}
        onChoose={(next) => {
          setService(next);
          forget();
        }}
      />
      <ImportKey
        key={service}
        service={service}
        busy={look.busy || run.busy}
        problem={wrong?.of === 'key' ? wrong.text : undefined}
        onKey={(apiKey) => void look.run({ service, apiKey })}
      />
      <details className="import-file">
        <summary>{words.orFile}</summary>
        <ImportSteps service={service} />
        <ImportFiles onFiles={(files) => void look.run(files)} />
      </details>
      <div ref={result} className="import-result">
        {error && <Failure error={error} />}
        {wrong !== null && wrong.of !== 'key' && (
          <Notice
            notice={{ tone: 'error', title: wrong.of === 'file' ? words.wrong : words.wrongService, text: wrong.text }}
          />
        )}
        <div role="status">
          {look.busy && <span className="vh">{words.reading}</span>}
          {outcome && <ImportItems outcome={outcome} />}
        </div>
        <div className="actions">
          {outcome?.dryRun && outcome.made > 0 && (
            <button type="button" className="button" aria-disabled={run.busy} onClick={() => void run.run()}>
              {run.busy ? words.importing : words.run}
            </button>
          )}
          <button type="button" className="button second" onClick={close}>
            {words.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

interface WhichServiceProps {
  readonly service: Service;
  readonly onChoose: (service: Service) => void;
}

function WhichService({ service, onChoose }: WhichServiceProps) {
  const words = useWords(importWords);
  const name = useId();
  return (
    <fieldset className="field">
      <legend>{words.from}</legend>
      <div className="choices import-from">
        {SERVICE_IDS.map((one) => (
          <label key={one} className="choice">
            <input type="radio" name={name} value={one} checked={one === service} onChange={() => onChoose(one)} />
            <span>{SERVICES[one].name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
