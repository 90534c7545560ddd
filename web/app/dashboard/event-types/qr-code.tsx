import { encode } from 'uqr';
import { qrWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { noteCopied } from '../../data/copied.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { withoutScheme } from './event-type.ts';

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
  const save = (ending: string, made: Promise<Blob>): void => {
    noteCopied(url);
    void made.then((picture) => saveFile(`${fileName(url)}.${ending}`, picture));
  };
  return (
    <Dialog title={words.title(name)} onClose={onClose}>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.picture(url)}>
        <path className="qr-ground" d={`M0 0h${size}v${size}H0z`} />
        <path className="qr-modules" d={path} />
      </svg>
      <p className="small quiet">{withoutScheme(url)}</p>
      <div className="actions">
        <button type="button" className="button" onClick={() => save('png', pngOf(data))}>
          {words.save}
        </button>
        <button type="button" className="button second" onClick={() => save('svg', Promise.resolve(svgOf(size, path)))}>
          {words.saveSvg}
        </button>
        <button type="button" className="button second" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

const fileName = (url: string): string => `qr${new URL(url).pathname.replaceAll('/', '-')}`;

const svgOf = (size: number, path: string): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`,
    ],
    { type: 'image/svg+xml' },
  );

/** Sharp on paper of a hand's width: each module has as many whole pixels. */
const PIXELS = 24;

/** For programs that take no SVG: slides, printers, chats. */
function pngOf(rows: readonly (readonly boolean[])[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = rows.length * PIXELS;
  canvas.height = rows.length * PIXELS;
  const ground = canvas.getContext('2d');
  if (ground === null) return Promise.reject(new Error('this browser draws no pictures'));
  ground.fillStyle = '#fff';
  ground.fillRect(0, 0, canvas.width, canvas.height);
  ground.fillStyle = '#000';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) ground.fillRect(x * PIXELS, y * PIXELS, PIXELS, PIXELS);
  return new Promise((resolve, reject) => {
    canvas.toBlob((picture) => (picture === null ? reject(new Error('no picture was made')) : resolve(picture)));
  });
}

function saveFile(name: string, picture: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
