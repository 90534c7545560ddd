import { useState } from 'react';
import { useWords } from '../../../texts/locale.ts';
import { Section } from '../../parts/section.tsx';
import { ArchiveEventType } from './archive-event-type.tsx';
import { useEditor } from './editor-context.ts';
import { settingsWords } from './settings-words.ts';

/** The end of an event type. */
export function EndSection({ onArchived }: { readonly onArchived: () => Promise<void> }) {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={words.end} hint={words.endHint}>
      <div className="actions">
        <button type="button" className="button second danger compact" onClick={() => setAsking(true)}>
          {words.endButton}
        </button>
      </div>
      {isAsking && <ArchiveEventType line={event} onChanged={onArchived} onClose={() => setAsking(false)} />}
    </Section>
  );
}
