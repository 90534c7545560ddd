import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes of files of the browser's build as they travel, gzipped. @param hrefs `/assets/…` */
export const weigh = (folder: string, hrefs: readonly string[]): number =>
  hrefs.reduce((sum, href) => sum + gzipSync(readFileSync(join(folder, href)), { level: 9 }).length, 0);
