import { joinWords } from '../texts/join.ts';
import { useWords } from '../texts/locale.ts';
import { Icon } from './icon.tsx';

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
