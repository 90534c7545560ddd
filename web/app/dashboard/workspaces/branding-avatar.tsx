import { type Ref, useEffect, useId, useRef, useState } from 'react';
import type { NoticeText } from '../../../parts/notice.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Done } from '../../parts/done.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { noticeOf } from '../../parts/words.ts';
import type { BrandingFormProps } from './branding-props.ts';
import { shrunkPicture } from './shrink-picture.ts';

const say = pageWords(
  {
    unreadable: 'We cannot read that file as a picture',
    formats: 'Choose a PNG, JPEG or WebP picture.',
    removed: 'The picture is removed.',
    saved: 'The picture is saved. Guests see it from now on.',
    remove: 'Remove the picture',
    another: 'Choose another picture',
    choose: 'Choose a picture',
    alt: (name: string) => `Avatar of ${name}`,
  },
  {
    unreadable: 'Wir können diese Datei nicht als Bild lesen',
    formats: 'Wählen Sie ein Bild als PNG, JPEG oder WebP.',
    removed: 'Das Bild ist entfernt.',
    saved: 'Das Bild ist gespeichert. Gäste sehen es ab jetzt.',
    remove: 'Bild entfernen',
    another: 'Anderes Bild wählen',
    choose: 'Bild wählen',
    alt: (name: string) => `Bild von ${name}`,
  },
);

const UNREADABLE: NoticeText = {
  tone: 'error',
  title: say.unreadable,
  text: say.formats,
};

/** The picture at the top of guests' pages. The browser shrinks large ones before the upload. */
export function AvatarForm({ workspace, view, reload, status, onStart }: BrandingFormProps) {
  const { call } = useApi();
  const chooser = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const { name, branding } = view.workspace;
  const { done, report, forget } = status;
  const action = useAction((image: string | null) =>
    report(image === null ? say.removed : say.saved, async () => {
      await call('setWorkspaceAvatar', { image }, workspace.id);
      await reload();
    }),
  );
  const choose = async (file: File): Promise<void> => {
    action.forget();
    forget();
    onStart();
    const image = await shrunkPicture(file);
    setUnreadable(image === null);
    if (image !== null) await action.run(image);
  };
  const remove = async (): Promise<void> => {
    setUnreadable(false);
    onStart();
    await action.run(null);
  };
  const isThere = branding.avatarUrl !== null;
  useEffect(() => {
    // The button that removed the picture is gone, and the focus with it.
    if (!isThere && done !== '' && document.activeElement === document.body) chooser.current?.focus();
  }, [isThere, done]);
  return (
    <>
      <div className="avatar-form">
        {action.error && <Notice notice={noticeOf(action.error)} />}
        {unreadable && <Notice notice={UNREADABLE} />}
        <Avatar name={name} url={branding.avatarUrl} />
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
function Avatar({ name, url }: { name: string; url: string | null }) {
  if (url === null) {
    return (
      <span className="brand-mark large" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    );
  }
  return <img className="brand-mark large" src={new URL(url).pathname} alt={say.alt(name)} />;
}
