import { useDone } from '../../parts/done.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { AvatarForm } from './branding-avatar.tsx';
import { NameAndColour } from './branding-colour.tsx';
import type { BrandingProps } from './branding-props.ts';

const say = pageWords(
  {
    title: 'Branding',
    hint: 'What guests see at the top of your pages, and the color of buttons and links.',
  },
  {
    title: 'Auftritt',
    hint: 'Was Gäste oben auf Ihren Seiten sehen, und die Farbe von Buttons und Links.',
  },
);

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
