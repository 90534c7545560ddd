import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Rendered, Wire } from '../../../api/core/answer.ts';

const TEXT = `{"display":"10:00 – 10:30","name":"Zoë 🎉","lone":"\\ud800"}${'x'.repeat(40_000)}`;
const wire = new Wire(TEXT);
const server = createServer((_request, response) => {
  response.setHeader('Content-Length', String(wire.byteLength));
  wire.end(response);
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('arrives byte for byte, in any script', async () => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(TEXT));
  expect(wire.text).toBe(TEXT);
});

it('a checked answer is shared by all its callers: none of them can change it', () => {
  const { value } = new Rendered({ slots: [{ startAt: '10:00' }] });
  expect(() => value.slots.push({ startAt: '11:00' })).toThrow(TypeError);
  expect(() => Object.assign(value.slots[0] ?? {}, { startAt: '11:00' })).toThrow(TypeError);
});
