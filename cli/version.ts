import { createRequire } from 'node:module';

/** Version of the package this runs from: the repository, or the one made by `npm pack`. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;
