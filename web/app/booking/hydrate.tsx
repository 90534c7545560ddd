import { Component, type FunctionComponent, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { browserWords } from '../../../texts/en/pages/frame.ts';
import type { IslandData } from '../../parts/island.tsx';
import { LocaleProvider, useWords } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';

/** Hydrates a part that the server has drawn (web/parts/island.tsx). */
export function hydrate<P extends object>(name: string, Part: FunctionComponent<P>): void {
  const place = document.querySelector(`[data-island="${name}"]`);
  const drawn = place?.firstElementChild;
  const text = place?.querySelector('script[type="application/json"]')?.textContent;
  if (!drawn || !text) throw new Error(`the page has no island ${name}`);
  const { locale, props } = JSON.parse(text) as IslandData<P>;
  hydrateRoot(
    drawn,
    <LocaleProvider value={locale}>
      <Mended html={drawn.innerHTML}>
        <Part {...props} />
      </Mended>
    </LocaleProvider>,
    { identifierPrefix: name },
  );
}

interface MendedProps {
  readonly html: string;
  readonly children: ReactNode;
}

/** If the script fails, shows what the server drew: it works without one. */
class Mended extends Component<MendedProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <AsDrawn html={this.props.html} /> : this.props.children;
  }
}

function AsDrawn({ html }: { html: string }) {
  const { broken, brokenHint } = useWords(browserWords);
  return (
    <>
      <Notice notice={{ tone: 'warning', title: broken, text: brokenHint }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what the server had put there */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
