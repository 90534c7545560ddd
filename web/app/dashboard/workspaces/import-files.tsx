import { type DragEvent, useId, useState } from 'react';
import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useWords } from '../../../parts/locale.ts';

interface ImportFilesProps {
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files dropped or chosen, or the text itself. */
export function ImportFiles({ onFiles }: ImportFilesProps) {
  const words = useWords(importWords);
  const fileId = useId();
  const textId = useId();
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer may drop files on it; the field inside does the same for keys
    <div
      className={isOver ? 'import-drop over' : 'import-drop'}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      <div className="field">
        <label htmlFor={fileId}>{words.file}</label>
        <p className="hint" aria-hidden="true">
          {words.drop}
        </p>
        <input
          type="file"
          id={fileId}
          multiple
          accept="application/json,.json"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            if (files.length > 0) onFiles(files);
          }}
        />
      </div>
      <details className="small">
        <summary>{words.paste}</summary>
        <div className="field">
          <label htmlFor={textId}>{words.pasted}</label>
          <textarea
            id={textId}
            className="short"
            rows={4}
            spellCheck={false}
            value={pasted}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          />
        </div>
        <button
          type="button"
          className="button second compact"
          onClick={() => pasted.trim() !== '' && onFiles([new File([pasted], words.thePasted)])}
        >
          {words.read}
        </button>
      </details>
    </div>
  );
}
