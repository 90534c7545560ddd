import { createRequire } from 'node:module';

/** Of the package that this runs from: the repository, or the one that `npm pack` made. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;
