import { Icon } from '../../parts/icon.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { pageWords } from './page-words.ts';

const say = pageWords(
  {
    first: 'Copy it now.',
    once: 'It is shown this once; we keep only a fingerprint of it.',
    key: 'the key',
    have: 'I have it',
  },
  {
    first: 'Kopieren Sie ihn jetzt.',
    once: 'Er wird nur dieses eine Mal gezeigt; wir behalten nur einen Fingerabdruck davon.',
    key: 'den Schlüssel',
    have: 'Ich habe ihn',
  },
);

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
          <strong>{say.first}</strong> {say.once}
        </p>
      </div>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <p className="small quiet">{hint}</p>
      <div className="actions">
        <CopyButton text={secret} what={say.key} primary />
        <button type="button" className="button second compact" onClick={onClose}>
          {say.have}
        </button>
      </div>
    </Dialog>
  );
}
