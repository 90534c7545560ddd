import { encode } from 'uqr';
import { inLanguages } from '../../../../domain/languages.ts';
import { useWords } from '../../../texts/locale.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { withoutScheme } from './event-type.ts';

const qrWords = inLanguages(
  {
    title: (name: string) => `QR code: ${name}`,
    picture: (url: string) => `QR code that opens ${url}`,
    save: 'Save as SVG',
    close: 'Close',
  },
  {
    title: (name: string) => `QR-Code: ${name}`,
    picture: (url: string) => `QR-Code, der ${url} öffnet`,
    save: 'Als SVG speichern',
    close: 'Schließen',
  },
);

/** Light modules around it: readers need four. */
const BORDER = 4;

interface QrCodeProps {
  readonly url: string;
  /** of what it opens */
  readonly name: string;
  readonly onClose: () => void;
}

/** A link as a picture, for slides and paper. */
export function QrCode({ url, name, onClose }: QrCodeProps) {
  const words = useWords(qrWords);
  const { size, data } = encode(url, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <Dialog title={words.title(name)} onClose={onClose}>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.picture(url)}>
        <path className="qr-ground" d={`M0 0h${size}v${size}H0z`} />
        <path className="qr-modules" d={path} />
      </svg>
      <p className="small quiet">{withoutScheme(url)}</p>
      <div className="actions">
        <button type="button" className="button" onClick={() => saveFile(`${fileName(url)}.svg`, svgText(size, path))}>
          {words.save}
        </button>
        <button type="button" className="button second" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

const fileName = (url: string): string => `qr${new URL(url).pathname.replaceAll('/', '-')}`;

const svgText = (size: number, path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
