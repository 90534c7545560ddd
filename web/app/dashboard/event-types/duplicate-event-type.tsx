import { useNavigate } from '@tanstack/react-router';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { copiedSettings } from './copy-settings.ts';
import { CreationFailure } from './creation-failure.tsx';
import type { EventLine } from './event-type.ts';

interface DuplicateEventTypeProps {
  readonly line: Pick<EventLine, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Makes another with the same settings, and opens it. */
export function DuplicateEventType({ line, onClose }: DuplicateEventTypeProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const navigate = useNavigate();
  const action = useAction(async (form: FormData) => {
    const { eventType } = await call('getEventType', { eventTypeId: line.id }, workspace.id);
    const settings = copiedSettings(eventType, { name: String(form.get('name')).trim() });
    const made = await call('createEventType', settings, workspace.id);
    onClose();
    await navigate({ to: '/event-types/$eventTypeId', params: { eventTypeId: made.eventType.id } });
  });
  return (
    <FormDialog
      title={words.duplicateTitle(line.name)}
      action={action}
      submit={words.duplicate}
      onClose={onClose}
      hidesCall
      failure={(error) => <CreationFailure error={error} />}
    >
      <TextField
        name="name"
        label={words.name}
        hint={words.duplicateHint}
        defaultValue={words.copyOf(line.name).slice(0, 120)}
        maxLength={120}
        error={action.error}
      />
    </FormDialog>
  );
}
