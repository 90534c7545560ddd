import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAssets } from '../../../../api/pages/shell/stylesheet.ts';

const { hrefs, serve } = readAssets();
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(express().use(serve)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const css = async (accepted: string) => {
  const answer = await fetch(`${origin}${hrefs.styleHref}`, { headers: { 'accept-encoding': accepted } });
  return { headers: Object.fromEntries(answer.headers), text: await answer.text() };
};

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
])('the style sheet leaves packed for a browser that takes %s', async (accepted, encoding) => {
  const plain = await css('identity');
  const packed = await css(accepted);
  expect(packed.text).toBe(plain.text);
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'text/css; charset=utf-8',
    vary: 'Accept-Encoding',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 3);
});

it('is sent uncompressed to a client that accepts nothing else, and Vary says so', async () => {
  const { headers } = await css('identity');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBe('Accept-Encoding');
});
