import { Notice } from '../../parts/notice.tsx';
import { useApi } from '../data/api-context.ts';
import { useAction } from '../data/use-action.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { noticeOf } from '../parts/words.ts';
import { homeOf } from './choice.ts';

export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  const { call } = useApi();
  const action = useAction(async (form: FormData) => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { workspace } = await call('createWorkspace', { name: String(form.get('name')).trim(), timezone });
    location.assign(homeOf(workspace));
  });
  return (
    <Dialog title="New workspace" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(new FormData(event.currentTarget));
        }}
      >
        {action.error && <Notice notice={noticeOf(action.error)} />}
        <p className="small quiet">It has links, keys, seats and a plan of its own. You are its owner.</p>
        <TextField name="name" label="Name" hint="Your team or company." maxLength={80} error={action.error} />
        <div className="actions">
          <button type="submit" className="button" aria-disabled={action.busy}>
            Create workspace
          </button>
          <button type="button" className="button second" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
