import type { OutputOf } from '../../data/call.ts';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { AvatarForm } from './branding-avatar.tsx';
import { NameAndColour } from './branding-colour.tsx';

export type View = OutputOf<'getWorkspace'>;

export interface BrandingProps {
  readonly workspace: Membership;
  readonly view: View;
  /** reads anew what the page shows of the workspace */
  readonly reload: () => Promise<void>;
}

export interface BrandingFormProps extends BrandingProps {
  /** what this form did last */
  readonly told: ReturnType<typeof useDone>;
  /** takes away what the other form did last: it is not about what is done now */
  readonly onStart: () => void;
}

/** What guests see of the workspace, for those who may change it. */
export function BrandingSection(props: BrandingProps) {
  const picture = useDone();
  const settings = useDone();
  return (
    <Section title="Branding" hint="What guests see at the top of your pages, and the colour of buttons and links.">
      <AvatarForm {...props} told={picture} onStart={settings.forget} />
      <NameAndColour {...props} told={settings} onStart={picture.forget} />
    </Section>
  );
}
