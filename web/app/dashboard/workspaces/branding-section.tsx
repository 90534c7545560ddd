import { brandingSectionWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { AvatarForm } from './branding-avatar.tsx';
import { NameAndColour } from './branding-colour.tsx';
import type { BrandingProps } from './branding-props.ts';

/** What guests see of it, for roles that may change it. */
export function BrandingSection(props: BrandingProps) {
  const picture = useDone();
  const settings = useDone();
  return (
    <Section title={say.title} hint={say.hint}>
      <AvatarForm {...props} status={picture} onStart={settings.forget} />
      <NameAndColour {...props} status={settings} onStart={picture.forget} />
    </Section>
  );
}
