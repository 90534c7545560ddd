import { askWayInWords as say } from '../../../../texts/en/dashboard/event-types.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type EventType, withScheme } from './event-type.ts';

/** What guests of an event miss, and the title of the form for it: the API's notice about a link, as a text for people. */
export const wayInWords = { missing: say.noLink, verb: say.addLink } as const;

interface AskWayInProps {
  readonly event: EventType;
  readonly save: (locationDetail: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A form for the one setting that guests miss. */
export function AskWayIn({ event, save, onClose }: AskWayInProps) {
  const action = useAction(async (form: FormData) => {
    await save(withScheme(String(form.get('locationDetail')).trim()));
    onClose();
  });
  return (
    <FormDialog title={`${say.addLink}: ${event.name}`} action={action} submit={say.save} onClose={onClose}>
      <TextField
        name="locationDetail"
        label={say.link}
        hint={say.linkHint}
        wrong={say.linkWrong}
        maxLength={500}
        error={action.error}
      />
    </FormDialog>
  );
}
