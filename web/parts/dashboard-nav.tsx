import type { ComponentType, ReactNode } from 'react';
import { placeWords } from '../../texts/en/pages/frame.ts';
import { Icon } from './icon.tsx';
import { useWords } from './locale.ts';
import { PLACES, type Place, placeOf } from './places.ts';

export interface NavLinkProps {
  readonly href: string;
  readonly 'aria-current': 'page' | undefined;
  readonly children: ReactNode;
}

interface DashboardNavProps {
  /** the path of the page */
  readonly path: string;
  /** the browser's leads there without a new document */
  readonly Anchor?: ComponentType<NavLinkProps>;
}

const PlainAnchor = (props: NavLinkProps) => <a {...props} />;

/** The dashboard's main navigation: beside the page, above it on a phone. Server and browser draw the same. */
export function DashboardNav({ path, Anchor = PlainAnchor }: DashboardNavProps) {
  const words = useWords(placeWords);
  const here = placeOf(path);
  return (
    <nav className="places" aria-label={words.nav}>
      <ul>
        {PLACES.map((place) => (
          <li key={place.path}>
            <Anchor href={place.path} aria-current={place === here ? 'page' : undefined}>
              <Icon name={place.icon} />
              <PlaceName name={place.name} />
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PlaceName({ name }: { readonly name: Place['name'] }) {
  const words = useWords(placeWords);
  const short = name === 'availability' ? words.availabilityShort : words[name];
  if (short === words[name]) return <span>{short}</span>;
  return (
    <>
      <span className="full">{words[name]}</span>
      <span className="short">{short}</span>
    </>
  );
}
