import { chooseCalendarsWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { accountName, type Connection } from './use-listed.ts';

const NONE = '';

interface ChooseCalendarsProps {
  readonly workspace: Membership;
  readonly connection: Connection;
  readonly onChosen: () => Promise<void>;
  readonly onClose: () => void;
}

/** Which calendars of an account block times, and which one takes new bookings. */
export function ChooseCalendars({ workspace, connection, onChosen, onClose }: ChooseCalendarsProps) {
  const { call } = useApi();
  const { id: connectionId, calendars } = connection;
  const written = calendars.find(({ isWritten }) => isWritten)?.id ?? NONE;
  const action = useAction(async (form: FormData) => {
    const target = String(form.get('writeTo') ?? NONE);
    const blocking = form.getAll('blocking').map(String);
    // What was not changed is not sent: another account may take bookings.
    const writeTo = target === written ? {} : { writeTo: target === NONE ? null : target };
    await call('updateCalendar', { connectionId, blocking, ...writeTo }, workspace.id);
    await onChosen();
    onClose();
  });
  return (
    <FormDialog title={say.title(accountName(connection))} action={action} submit={say.save} onClose={onClose}>
      <fieldset className="field">
        <legend>{say.busy}</legend>
        <div className="choices">
          {calendars.map(({ id, name, blocks }) => (
            <label className="choice" key={id}>
              <input type="checkbox" name="blocking" value={id} defaultChecked={blocks} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="write-to">{say.writeTo}</label>
        <select id="write-to" name="writeTo" defaultValue={written}>
          <option value={NONE}>{say.none}</option>
          {calendars
            .filter(({ canWrite }) => canWrite)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </div>
      <p className="small quiet">{say.one}</p>
    </FormDialog>
  );
}
