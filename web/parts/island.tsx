import type { FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { JsonScript } from './json-script.tsx';
import { type Locale, LocaleProvider, useLocale } from './locale.ts';

/** What the browser needs to hydrate: see web/app/booking/hydrate.tsx. */
export interface IslandData<P> {
  readonly locale: Locale;
  readonly props: P;
}

interface IslandProps<P extends object, D extends object> {
  readonly name: string;
  readonly part: FunctionComponent<P & D>;
  /** what JSON can carry */
  readonly props: P;
  /** only for drawing on the server, such as long menus, which the browser leaves unchanged */
  readonly drawnWith?: D;
}

/** A part of a page that a script takes over when loaded. Until then, and without one, it is working HTML. */
export function Island<P extends object, D extends object>(island: IslandProps<P, D>) {
  const { name, part: Part, props, drawnWith } = island;
  const locale = useLocale();
  const data: IslandData<P> = { locale, props };
  const html = renderToString(
    <LocaleProvider value={locale}>
      <Part {...({ ...props, ...drawnWith } as P & D)} />
    </LocaleProvider>,
    { identifierPrefix: name },
  );
  return (
    <div data-island={name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React one line above */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <JsonScript type="application/json" data={data} />
    </div>
  );
}
