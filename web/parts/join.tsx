import { joinWords } from '../../texts/en/pages/frame.ts';
import { Icon } from './icon.tsx';
import { useWords } from './locale.ts';

/** The way into a meeting whose place is a link. */
export function Join({ href }: { href: string }) {
  const { join } = useWords(joinWords);
  return (
    <a className="button" href={href} rel="noreferrer">
      <Icon name="video" />
      {join}
    </a>
  );
}
