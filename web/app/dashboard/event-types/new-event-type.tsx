import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { ImportOffer } from '../workspaces/import-offer.tsx';
import { CreationFailure } from './creation-failure.tsx';
import { LengthAndPlace, lengthAndPlaceOf } from './length-and-place.tsx';

interface NewEventTypeProps {
  readonly onCreated: (name: string) => Promise<void>;
  /** The host has event types elsewhere. */
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Three fields. All else has a default that can be changed later. */
export function NewEventType({ onCreated, onImport, onClose }: NewEventTypeProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const action = useAction(async (form: FormData) => {
    const name = String(form.get('name')).trim();
    await call('createEventType', { name, ...lengthAndPlaceOf(form) }, workspace.id);
    onClose();
    await onCreated(name);
  });
  return (
    <FormDialog
      title={words.add}
      action={action}
      submit={words.create}
      onClose={onClose}
      failure={(error) => <CreationFailure error={error} />}
    >
      <TextField name="name" label={words.name} hint={words.nameHint} maxLength={120} error={action.error} />
      <LengthAndPlace words={words} error={action.error} />
      <ImportOffer onOpen={onImport} />
    </FormDialog>
  );
}
