import { webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { EndpointFields, settingsIn, useEventsChosen } from './endpoint-fields.tsx';

interface NewEndpointProps {
  readonly onCreated: (secret: string) => void;
  readonly reload: () => Promise<void>;
  readonly onClose: () => void;
}

/** An address and what it gets; then its secret, shown once. */
export function NewEndpoint({ onCreated, reload, onClose }: NewEndpointProps) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const chosen = useEventsChosen(null);
  const action = useAction(async (form: FormData) => {
    if (!chosen.check(form)) return;
    const { secret } = await call('createWebhook', settingsIn(form), workspace.id);
    onClose();
    onCreated(secret);
    await reload();
  });
  return (
    <FormDialog title={say.add} action={action} submit={say.create} onClose={onClose}>
      <EndpointFields endpoint={null} chosen={chosen} error={action.error} />
    </FormDialog>
  );
}
