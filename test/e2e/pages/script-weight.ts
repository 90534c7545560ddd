import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The gzipped size in bytes of files of the browser's build. @param hrefs `/assets/…` */
export const weigh = (folder: string, hrefs: readonly string[]): number =>
  hrefs.reduce((sum, href) => sum + gzipSync(readFileSync(join(folder, href)), { level: 9 }).length, 0);
