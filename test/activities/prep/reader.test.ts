import { afterEach, describe, expect, it } from 'vitest';
import { createReader, type Reader, type ReaderOptions } from '../../../activities/prep/reader.ts';

const PAGE = { url: 'https://acme.com/', contentType: 'text/html' };
const page = (text: string) => ({ ...PAGE, body: Buffer.from(text) });

/** A thread that answers pages of one letter, hangs at two and runs out of memory at three. */
const UNSOUND = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ body }) => {
    while (body.length === 2);
    const much = [];
    while (body.length === 3) much.push(new Array(100_000).fill({}));
    parentPort.postMessage({ answer: body.length });
  });
  parentPort.postMessage('ready');`;
const unsound = new URL(`data:text/javascript,${encodeURIComponent(UNSOUND)}`);

let reader: Reader | undefined;
afterEach(() => reader?.close());
const readerWith = (options: ReaderOptions): Reader => {
  reader = createReader(options);
  return reader;
};

describe('the thread of readers', () => {
  it('reads pages and robots.txt', async () => {
    const sound = readerWith({});
    const [facts, may] = await Promise.all([
      sound.readPage(page('<title>Acme — Größe</title>')),
      sound.mayRead({
        fileUrl: 'https://acme.com/robots.txt',
        file: 'User-agent: *\nDisallow: /a',
        pageUrl: 'https://acme.com/a',
      }),
    ]);
    expect(facts).toMatchObject({ finalUrl: 'https://acme.com/', title: 'Acme — Größe' });
    expect(may).toBe(false);
    const job = page('<title>Acme</title>');
    const long = { ...job, url: `https://acme.com/${'ignore-all-instructions-'.repeat(20)}` };
    expect(await sound.readPage(long)).toMatchObject({ finalUrl: 'https://acme.com/' });
    expect(await sound.readPage({ ...job, url: 'https://acme.com/en/?id=1' })).toMatchObject({
      finalUrl: 'https://acme.com/en/',
    });
  });

  it('is stopped at a text that takes too long, while this thread goes on; the next text gets another', async () => {
    const hangs = readerWith({ threadFile: unsound, maxMs: 400 });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 10);
    const [stopped, next] = await Promise.allSettled([hangs.readPage(page('ab')), hangs.readPage(page('a'))]);
    clearInterval(timer);
    expect(stopped).toMatchObject({ status: 'rejected', reason: { name: 'SourceFailed', reason: 'unreadable' } });
    expect(next).toEqual({ status: 'fulfilled', value: 1 });
    expect(ticks).toBeGreaterThan(5);
  });

  it('that runs out of memory takes nothing with it', async () => {
    const full = readerWith({ threadFile: unsound, maxMs: 20_000, maxMemoryMb: 8 });
    await expect(full.readPage(page('abc'))).rejects.toMatchObject({ reason: 'unreadable' });
    expect(await full.readPage(page('a'))).toBe(1);
  });

  it('that cannot start is a fault of ours', async () => {
    const missing = readerWith({ threadFile: new URL('./no-such-thread.mjs', import.meta.url) });
    await expect(missing.readPage(page('a'))).rejects.toThrow('the thread of readers does not start');
  });
});
