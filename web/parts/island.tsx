import type { FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { type Locale, LocaleProvider, useLocale } from '../texts/locale.ts';

/** What the browser's part reads to take over: see web/app/booking/hydrate.tsx. */
export interface IslandData<P> {
  readonly locale: Locale;
  readonly props: P;
}

interface IslandProps<P extends object> {
  readonly name: string;
  readonly part: FunctionComponent<P>;
  /** what JSON can carry */
  readonly props: P;
}

/** A part of a page that a script takes over once it is there. Until then, and without one, it is HTML that works. */
export function Island<P extends object>({ name, part: Part, props }: IslandProps<P>) {
  const locale = useLocale();
  const data: IslandData<P> = { locale, props };
  const html = renderToString(
    <LocaleProvider value={locale}>
      <Part {...props} />
    </LocaleProvider>,
    { identifierPrefix: name },
  );
  return (
    <div data-island={name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React one line above */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which no tag can begin or end
        dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
      />
    </div>
  );
}
