import { useId, useState } from 'react';
import type { NoticeText } from '../../parts/notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useApi } from '../data/api-context.ts';
import { useAction } from '../data/use-action.ts';
import { noticeOf } from '../parts/words.ts';
import type { BrandingProps } from './branding-section.tsx';
import { shrunkPicture } from './shrink-picture.ts';

const UNREADABLE: NoticeText = {
  tone: 'error',
  title: 'We cannot read that file as a picture',
  text: 'Choose a PNG, JPEG or WebP picture.',
};

/** The picture at the top of guests' pages. Large ones are made smaller before they leave the browser. */
export function AvatarForm({ workspace, view, reload }: BrandingProps) {
  const { call } = useApi();
  const id = useId();
  const [unreadable, setUnreadable] = useState(false);
  const { name, branding } = view.workspace;
  const action = useAction(async (image: string | null) => {
    await call('setWorkspaceAvatar', { image }, workspace.id);
    await reload();
  });
  const choose = async (file: File): Promise<void> => {
    action.forget();
    const image = await shrunkPicture(file);
    setUnreadable(image === null);
    if (image !== null) await action.run(image);
  };
  return (
    <div className="avatar-form">
      {action.error && <Notice notice={noticeOf(action.error)} />}
      {unreadable && <Notice notice={UNREADABLE} />}
      <Avatar name={name} url={branding.avatarUrl} />
      <div className="actions">
        <input
          type="file"
          id={id}
          className="vh"
          accept="image/png,image/jpeg,image/webp"
          disabled={action.busy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void choose(file);
            currentTarget.value = '';
          }}
        />
        <label htmlFor={id} className="button second compact">
          {branding.avatarUrl === null ? 'Choose a picture' : 'Choose another picture'}
        </label>
        {branding.avatarUrl !== null && (
          <button type="button" className="link-button" disabled={action.busy} onClick={() => void action.run(null)}>
            Remove the picture
          </button>
        )}
      </div>
    </div>
  );
}

/** From this origin, as the policy of the page asks: the app serves the same files as the public origin. */
function Avatar({ name, url }: { name: string; url: string | null }) {
  if (url === null) {
    return (
      <span className="brand-mark large" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    );
  }
  return <img className="brand-mark large" src={new URL(url).pathname} alt={`Avatar of ${name}`} />;
}
