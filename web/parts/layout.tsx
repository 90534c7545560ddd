import type { ReactNode } from 'react';
import { frameWords } from '../../texts/en/pages/frame.ts';
import { LANGUAGE_FACTS } from '../../texts/languages.ts';
import { BrandHead } from './brand-head.tsx';
import { type EntryFiles, useFrame } from './frame.ts';
import { HeadMeta } from './head-meta.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './locale.ts';

interface LayoutProps {
  /** Of the browser's tab; the workspace's name is added, or the service's. */
  readonly title: string;
  /** For search engines; pages without one are not indexed. */
  readonly description?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The whole document. Pages for one person or one moment have no description and are not indexed. */
export function Layout({ title, description, wide = false, children }: LayoutProps) {
  const { styleHref, iconHref, locale, entry, brand, framed } = useFrame();
  const { skip } = useWords(frameWords);
  return (
    <html lang={locale.tag} dir={LANGUAGE_FACTS[locale.language].direction} data-outcome={framed?.outcome ?? undefined}>
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
        <title>{`${title} · ${brand?.name ?? 'Holdfast'}`}</title>
        <link rel="stylesheet" href={styleHref} />
        {brand !== null && brand.accentHref !== null && <link rel="stylesheet" href={brand.accentHref} />}
        <link rel="icon" href={iconHref} type="image/svg+xml" />
        <HeadMeta title={title} description={description ?? null} />
        {entry !== null && <EntryHead {...entry} />}
        {/* Not deferred: it says how the page is framed before the page is drawn. */}
        {framed !== null && <script src={framed.scriptHref} />}
      </head>
      <body className={framed === null ? undefined : 'framed'}>
        <a className="skip" href="#main">
          {skip}
        </a>
        <BrandHead />
        <main id="main" tabIndex={-1} className={wide ? 'wide' : undefined}>
          {children}
        </main>
        {framed === null && <Foot />}
      </body>
    </html>
  );
}

/** The script is a module: it runs after the page is loaded, and never delays it. */
function EntryHead({ scriptHref, preloadHrefs, styleHrefs }: EntryFiles) {
  return (
    <>
      {styleHrefs.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {preloadHrefs.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <script type="module" src={scriptHref} />
    </>
  );
}

function Foot() {
  const { locale, languages, docsHref, meta } = useFrame();
  const { foot, docs, agents, language } = useWords(frameWords);
  return (
    <footer className="page-foot">
      <p>
        {foot} · <a href={docsHref}>{docs}</a>
        {meta !== null && (
          <>
            {' · '}
            <a href={meta.markdownHref} rel="nofollow">
              {agents}
            </a>
          </>
        )}
      </p>
      {languages.length > 1 && (
        <nav aria-label={language}>
          <ul className="languages">
            {languages.map(({ tag, label, href }) => (
              <li key={tag}>
                <a href={href} hrefLang={tag} lang={tag} aria-current={tag === locale.language ? 'true' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </footer>
  );
}

/** One task on its own card. */
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
