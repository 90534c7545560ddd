import { secretWords as say } from '../../../texts/en/dashboard/parts.ts';
import { Icon } from '../../parts/icon.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  /** what to do with it */
  readonly hint: string;
  /** what happens if it is lost; left out: as of a key */
  readonly once?: string;
  /** what is copied; left out: the key */
  readonly what?: string;
  readonly onClose: () => void;
}

/** A new key. It is shown only once. */
export function Secret({ title, secret, hint, once = say.once, what = say.key, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose} holdOpen>
      <div className="notice warning">
        <Icon name="warning" />
        <p>
          <strong>{say.first}</strong> {once}
        </p>
      </div>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <p className="small quiet">{hint}</p>
      <div className="actions">
        <CopyButton text={secret} what={what} primary />
        <button type="button" className="button second compact" onClick={onClose}>
          {say.have}
        </button>
      </div>
    </Dialog>
  );
}
