import { brandingAvatarWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import { useApi } from '../../data/api-context.ts';
import { PictureForm } from '../../parts/picture-form.tsx';
import type { BrandingFormProps } from './branding-props.ts';

/** The picture at the top of guests' pages. */
export function AvatarForm({ workspace, view, reload, status, onStart }: BrandingFormProps) {
  const { call } = useApi();
  const { name, branding } = view.workspace;
  return (
    <PictureForm
      url={branding.avatarUrl}
      alt={say.alt(name)}
      letters={Array.from(name)[0]?.toUpperCase() ?? ''}
      status={status}
      onStart={onStart}
      save={async (image) => {
        await call('setWorkspaceAvatar', { image }, workspace.id);
        await reload();
      }}
    />
  );
}
