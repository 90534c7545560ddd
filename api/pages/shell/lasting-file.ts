import type { Request, Response } from 'express';

const ONE_YEAR_SECONDS = 31_536_000;
/** Smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** A file whose address changes with its content: a browser requests it only once. */
export interface LastingFile {
  readonly contentType: string;
  readonly plain: Buffer;
  /** The compressed content; without an entry the file is sent plain. */
  readonly packed?: Readonly<Partial<Record<(typeof ENCODINGS)[number], Buffer | undefined>>>;
  /** Content-Security-Policy, for files that come from users. */
  readonly policy?: string;
}

/** Sends the file in the smallest encoding that the browser accepts. */
export function sendLasting(request: Request, response: Response, file: LastingFile): void {
  const { contentType, plain, packed = {}, policy } = file;
  const encoding = ENCODINGS.find((offered) => packed[offered] && request.acceptsEncodings(offered));
  response
    .set('Content-Type', contentType)
    .set('Cache-Control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    .set('Vary', 'Accept-Encoding')
    .set('X-Content-Type-Options', 'nosniff');
  if (policy !== undefined) response.set('Content-Security-Policy', policy);
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.send(encoding === undefined ? plain : packed[encoding]);
}
