import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { pictureFormWords as say } from '../../../texts/en/dashboard/parts.ts';
import type { NoticeText } from '../../parts/notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../data/use-action.ts';
import { Done, type useDone } from './done.tsx';
import { shrunkPicture } from './shrink-picture.ts';
import { noticeOf } from './words.ts';

const UNREADABLE: NoticeText = {
  tone: 'error',
  title: say.unreadable,
  text: say.formats,
};

interface PictureFormProps {
  /** the picture's address; null: none */
  readonly url: string | null;
  /** its text for screen readers */
  readonly alt: string;
  /** what stands there without a picture */
  readonly letters: string;
  /** cut to a square */
  readonly square?: boolean;
  /** @param image in base64; null: none */
  readonly save: (image: string | null) => Promise<void>;
  readonly status: ReturnType<typeof useDone>;
  /** clears the messages of other forms */
  readonly onStart?: () => void;
}

/** A picture that guests see. The browser shrinks large ones before the upload. */
export function PictureForm({ url, alt, letters, square = false, save, status, onStart }: PictureFormProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const { done, report, forget } = status;
  const action = useAction((image: string | null) =>
    report(image === null ? say.removed : say.saved, () => save(image)),
  );
  const choose = async (file: File): Promise<void> => {
    action.forget();
    forget();
    onStart?.();
    const image = await shrunkPicture(file, square);
    setUnreadable(image === null);
    if (image !== null) await action.run(image);
  };
  const remove = async (): Promise<void> => {
    setUnreadable(false);
    onStart?.();
    await action.run(null);
  };
  const isThere = url !== null;
  useEffect(() => {
    // The button that removed the picture is gone, and the focus with it.
    if (!isThere && done !== '' && document.activeElement === document.body) chooser.current?.focus();
  }, [isThere, done]);
  return (
    <>
      <div className="avatar-form">
        {action.error && <Notice notice={noticeOf(action.error)} />}
        {unreadable && <Notice notice={UNREADABLE} />}
        <Shown url={url} alt={alt} letters={letters} />
        <div className="actions">
          <Chooser ref={chooser} busy={action.busy} isThere={isThere} onFile={choose} />
          {isThere && (
            <button type="button" className="link-button" aria-disabled={action.busy} onClick={() => void remove()}>
              {say.remove}
            </button>
          )}
        </div>
      </div>
      <Done words={done} />
    </>
  );
}

interface ChooserProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly busy: boolean;
  readonly isThere: boolean;
  readonly onFile: (file: File) => Promise<void>;
}

function Chooser({ ref, busy, isThere, onFile }: ChooserProps) {
  const id = useId();
  return (
    <>
      <input
        ref={ref}
        type="file"
        id={id}
        className="vh"
        accept="image/png,image/jpeg,image/webp"
        aria-disabled={busy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void onFile(file);
          currentTarget.value = '';
        }}
      />
      <label htmlFor={id} className="button second compact">
        {isThere ? say.another : say.choose}
      </label>
    </>
  );
}

/** From this origin, as the page's policy requires: the app serves the same files as the public origin. */
function Shown({ url, alt, letters }: Pick<PictureFormProps, 'url' | 'alt' | 'letters'>) {
  if (url === null) {
    return (
      <span className="brand-mark large" aria-hidden="true">
        {letters}
      </span>
    );
  }
  return <img className="brand-mark large" src={new URL(url).pathname} alt={alt} />;
}
