import { useId, useState } from 'react';
import { DEFAULT_ACCENT } from '../../../../domain/branding/accent.ts';
import { shareWords } from '../../../../texts/en/dashboard/event-types.ts';
import { embedWords } from '../../../../texts/en/pages/booking.ts';
import { type EmbedKind, embedSnippet } from '../../../parts/embed-snippet.ts';
import { useWords } from '../../../parts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { EmbedSketch } from './embed-sketch.tsx';
import { embedUrl } from './event-type.ts';

const KINDS = ['inline', 'popup', 'button'] as const satisfies readonly EmbedKind[];

/** The code that puts an event type on a website, and what it looks like there. */
export function EmbedCode({ bookingUrl }: { bookingUrl: string }) {
  const words = useWords(shareWords);
  const { kinds, hints, defaultLabel } = useWords(embedWords);
  const [kind, setKind] = useState<EmbedKind>('inline');
  const name = useId();
  const snippet = embedSnippet(
    { kind, label: defaultLabel, colour: DEFAULT_ACCENT, byClass: false },
    { href: bookingUrl, scriptHref: `${new URL(bookingUrl).origin}/embed.js` },
  );
  const own = `${embedUrl(bookingUrl)}?${new URLSearchParams({ kind })}`;
  return (
    <fieldset className="embed-code">
      <legend>{words.website}</legend>
      <div className="embed-kinds">
        {KINDS.map((one) => (
          <label key={one} className="embed-kind">
            <input type="radio" name={name} value={one} checked={one === kind} onChange={() => setKind(one)} />
            <EmbedSketch kind={one} />
            <span>{kinds[one]}</span>
          </label>
        ))}
      </div>
      <p className="small quiet">{hints[kind]}</p>
      <pre className="embed-html">
        <code>{snippet}</code>
      </pre>
      <div className="row-actions none">
        <CopyButton text={snippet} what={words.code} />
        <a className="button second compact" href={own} target="_blank" rel="noopener">
          {words.adapt}
        </a>
      </div>
    </fieldset>
  );
}
