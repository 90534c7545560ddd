/** The booking page as HTML, compared with bare Express sending the same document. */
import { type FloorProcess, startFloor } from './floors/floor-process.ts';
import { getText, load } from './load.ts';
import { type Pair, summarize } from './measure.ts';
import { atLeast, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const PAGE = '/acme/ada/intro-30';
const ROUNDS = 5;
const SECONDS = 2;

type ExpressFloor = FloorProcess<{ html: string }, { port: number }>;

/** `page_html`: requests per second of the first paint. A guest's zone is known only after it, so all guests request the same page. */
export async function pageRow({ publicUrl }: Stack): Promise<Row> {
  const html = await getText(`${publicUrl}${PAGE}`);
  if (!html.startsWith('<!DOCTYPE html>')) throw new Error(`${PAGE} answered no page`);
  const floor: ExpressFloor = startFloor('./express.ts');
  try {
    const { port } = await floor.ask({ html });
    const pairs: Pair[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const express = await load(`http://127.0.0.1:${port}`, () => '/page', SECONDS);
      const product = await load(publicUrl, () => PAGE, SECONDS);
      // The first round warms up.
      if (round > 0) pairs.push({ floor: express.requestsPerSecond, value: product.requestsPerSecond });
    }
    return makeRow('page_html', atLeast(0.3), { ...summarize(pairs), unit: 'req/s' });
  } finally {
    await floor.stop();
  }
}
