import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pageWords } from '../../parts/page-words.ts';
import type { Membership } from '../workspaces/choice.ts';
import { accountName, type Connection } from './use-listed.ts';

const say = pageWords(
  {
    title: (account: string) => `Calendars of ${account}`,
    save: 'Save',
    busy: 'Busy times in these are not offered',
    writeTo: 'New bookings are written to',
    none: 'No calendar of this account',
    one: 'One calendar of all your accounts takes new bookings. Those written before stay where they are.',
  },
  {
    title: (account: string) => `Kalender von ${account}`,
    save: 'Speichern',
    busy: 'Belegte Zeiten in diesen werden nicht angeboten',
    writeTo: 'Neue Buchungen werden geschrieben in',
    none: 'Keinen Kalender dieses Kontos',
    one: 'Ein Kalender aller Ihrer Konten nimmt neue Buchungen auf. Früher geschriebene bleiben, wo sie sind.',
  },
);

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
