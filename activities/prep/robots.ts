import { registeredDomain } from '../../domain/mail/address-domain.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Pace } from './pace.ts';
import type { Reader } from './reader.ts';
import { failureOfOutbound, SourceFailed } from './source-answer.ts';

/** RFC 9309, 2.5: at least this much is read. */
const LARGEST_FILE = 512_000;

/**
 * Makes the question whether a page may be read (RFC 9309). 4xx: all may. 429 and 5xx: nothing may, for now. Of each origin the file is
 * read once. A redirect to a host of another company takes a moment of that host's pace.
 * @returns a function that throws SourceFailed if the file could not be asked for
 */
export function createRobots(
  { outbound, pace, reader }: { readonly outbound: Outbound; readonly pace: Pace; readonly reader: Reader },
  wholeMs: () => number,
): (url: URL) => Promise<boolean> {
  const files = new Map<string, Promise<(url: string) => Promise<boolean>>>();
  const all = async () => true;
  const read = async (origin: string) => {
    const fileUrl = `${origin}/robots.txt`;
    const limits = { wholeMs: wholeMs(), maxBytes: LARGEST_FILE };
    const home = registeredDomain(new URL(origin).hostname);
    let isBusy = false;
    const mayVisit = async ({ hostname }: URL): Promise<boolean> => {
      isBusy = registeredDomain(hostname) !== home && !(await pace.wait(hostname));
      return !isBusy;
    };
    const answer = await outbound({ url: fileUrl, limits, whenLonger: 'cut', mayVisit });
    if (isBusy) throw new SourceFailed('busy');
    // A loop or too many redirects: the file is not there (RFC 9309, 2.3.1.2).
    if (answer.outcome === 'failed' && answer.reason === 'too_many_redirects') return all;
    if (answer.outcome === 'failed') throw new SourceFailed(failureOfOutbound(answer.reason));
    if (answer.status === 429) throw new SourceFailed('refused');
    if (answer.status >= 500) throw new SourceFailed('server_error');
    if (answer.status >= 400) return all;
    const file = answer.body.toString();
    return (pageUrl: string) => reader.mayRead({ fileUrl, file, pageUrl });
  };
  return async (url) => {
    const file = files.get(url.origin) ?? read(url.origin);
    files.set(url.origin, file);
    return (await file)(url.href);
  };
}
