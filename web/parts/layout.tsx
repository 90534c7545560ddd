import type { ReactNode } from 'react';
import { useFrame } from './frame.ts';
import { Icon } from './icon.tsx';

interface LayoutProps {
  /** Of the browser's tab; the service's name is added. */
  readonly title: string;
  /** For search engines; pages without one are not indexed. */
  readonly description?: string;
  readonly wide?: boolean;
  /** Lets the browser ask for the page once more in its own zone; only where nobody has chosen one. */
  readonly zoneFromBrowser?: boolean;
  readonly children: ReactNode;
}

/** The whole document. Pages that belong to one person or one moment have no description and stay out of indexes. */
export function Layout({ title, description, wide = false, zoneFromBrowser = false, children }: LayoutProps) {
  const { styleHref, iconHref, zoneScriptHref } = useFrame();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f5f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121513" />
        <meta name="format-detection" content="telephone=no" />
        {description === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <meta name="description" content={description} />
        )}
        <title>{`${title} · Holdfast`}</title>
        <link rel="stylesheet" href={styleHref} />
        <link rel="icon" href={iconHref} type="image/svg+xml" />
        {zoneFromBrowser && <script src={zoneScriptHref} />}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <main id="main" tabIndex={-1} className={wide ? 'wide' : undefined}>
          {children}
        </main>
        <footer className="page-foot">Scheduling by Holdfast</footer>
      </body>
    </html>
  );
}

/** One task on a card of its own. */
export function Sheet({ children }: { children: ReactNode }) {
  return <div className="sheet">{children}</div>;
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="back" href={href}>
      <Icon name="left" />
      {children}
    </a>
  );
}
