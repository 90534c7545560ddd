import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import { useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { embedUrl, withoutScheme } from './event-type.ts';
import { QrCode } from './qr-code.tsx';

/** The link to all that can be booked with the person: what most people come for. */
export function BookingLink() {
  const words = useWords(listWords);
  const view = useWorkspaceView();
  const [showsCode, setShowsCode] = useOpenedBy('qr');
  return (
    <section className="share booking-link" aria-label={words.linkTitle}>
      <LoadState {...view} what={words.bookingPage}>
        {({ links: { bookingPage } }) => (
          <>
            <p>
              <strong>{words.linkTitle}</strong>
              <a href={bookingPage}>{withoutScheme(bookingPage)}</a>
            </p>
            <div className="row-actions">
              <CopyButton
                text={bookingPage}
                label={[words.copyLink, words.toBookingPage]}
                what={words.bookingPage}
                primary
              />
              <button type="button" className="button second compact" onClick={() => setShowsCode(true)}>
                {words.qr}
                <span className="vh"> {words.linkTitle}</span>
              </button>
              <a className="button second compact" href={embedUrl(bookingPage)}>
                {words.website}
              </a>
            </div>
            {showsCode && <QrCode url={bookingPage} name={words.linkTitle} onClose={() => setShowsCode(false)} />}
          </>
        )}
      </LoadState>
    </section>
  );
}
