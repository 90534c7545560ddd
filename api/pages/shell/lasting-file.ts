import type { Request, Response } from 'express';

const ONE_YEAR_SECONDS = 31_536_000;
/** Best first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** A file whose address changes with its content, so that a browser asks for it only once. */
export interface LastingFile {
  readonly contentType: string;
  readonly plain: Buffer;
  /** The same, packed beforehand; what is missing is sent plain. */
  readonly packed?: Readonly<Partial<Record<(typeof ENCODINGS)[number], Buffer | undefined>>>;
  /** Its Content-Security-Policy, for what others have made. */
  readonly policy?: string;
}

/** Answers with the file in the best encoding that the browser takes. */
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
