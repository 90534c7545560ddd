import { listWords, shareWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import { wayInWords } from './ask-way-in.tsx';
import { useEditor } from './editor-context.ts';
import { EmbedCode } from './embed-code.tsx';
import { withoutScheme } from './event-type.ts';
import { QrCode } from './qr-code.tsx';
import { ShortLinks } from './short-links.tsx';

/** The link, its QR code, the button for a website, and short links. */
export function ShareSection() {
  const words = useWords(shareWords);
  const list = useWords(listWords);
  const { event, isWayInMissing } = useEditor();
  const { id, name, bookingUrl } = event;
  const [showsCode, setShowsCode] = useOpenedBy('qr');
  const { done, report } = useDone();
  return (
    <Section title={words.title} hint={words.hint} anchor="share" done={done}>
      {isWayInMissing && (
        <p className="small event-notice none">
          {wayInWords.missing} <a href="#place">{wayInWords.verb}</a>
        </p>
      )}
      {bookingUrl !== null && (
        <>
          <p className="none">
            <a href={bookingUrl}>{withoutScheme(bookingUrl)}</a>
          </p>
          <div className="row-actions none">
            <button type="button" className="button second compact" onClick={() => setShowsCode(true)}>
              {list.qr}
            </button>
          </div>
          <EmbedCode bookingUrl={bookingUrl} />
        </>
      )}
      {showsCode && bookingUrl !== null && <QrCode url={bookingUrl} name={name} onClose={() => setShowsCode(false)} />}
      <ShortLinks eventTypeId={id} report={report} />
    </Section>
  );
}
