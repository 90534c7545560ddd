import { Icon } from '../../parts/icon.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  /** what to do with it */
  readonly hint: string;
  readonly onClose: () => void;
}

/** A new key. It is shown only once. */
export function Secret({ title, secret, hint, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose} holdOpen>
      <div className="notice warning">
        <Icon name="warning" />
        <p>
          <strong>Copy it now.</strong> It is shown this once; we keep only a fingerprint of it.
        </p>
      </div>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <p className="small quiet">{hint}</p>
      <div className="actions">
        <CopyButton text={secret} what="the key" primary />
        <button type="button" className="button second compact" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
