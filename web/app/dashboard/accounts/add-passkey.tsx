import { addPasskeyWords as say } from '../../../../texts/en/dashboard/accounts.ts';
import { useApi } from '../../data/api-context.ts';
import { CallError, type InputOf, type OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { browserName } from './browser-name.ts';

interface AddPasskeyProps {
  readonly onAdded: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a name, then lets the browser make a passkey. */
export function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const { call } = useApi();
  const action = useAction(async (form: FormData) => {
    const name = String(form.get('name'));
    const { challengeId, publicKey } = await call('preparePasskey', {});
    const credential = await makePasskey(publicKey);
    await call('addPasskey', { challengeId, name, credential });
    await onAdded(name);
    onClose();
  });
  return (
    <FormDialog title={say.title} action={action} submit={say.submit} onClose={onClose}>
      <p className="small">{say.text}</p>
      <TextField
        name="name"
        label={say.name}
        hint={say.hint}
        maxLength={80}
        defaultValue={browserName(navigator.userAgent)}
        error={action.error}
      />
      {action.error?.reason === 'sign_in_too_old' && (
        <p>
          <a className="button second compact" href="/login?again=1&amp;return_to=%2Fsettings%2Faccount">
            {say.again}
          </a>
        </p>
      )}
    </FormDialog>
  );
}

type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: say.not,
  InvalidStateError: say.there,
};

/** The library is loaded by the first passkey. @throws CallError with words for people */
async function makePasskey(
  options: OutputOf<'preparePasskey'>['publicKey'],
): Promise<InputOf<'addPasskey'>['credential']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options as Options });
    return { id, rawId, type: 'public-key', response: { ...response } };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const message = WORDS[name] ?? say.cannot;
    throw new CallError(409, { error: { code: 'browser', message } });
  }
}
