import { expect, it } from 'vitest';
import { receiverHost } from '../../../domain/webhooks/endpoint-url.ts';

it.each([
  ['https://a.example/in?token=1', 'a.example'],
  ['https://A.Example./in', 'a.example'],
  ['https://a.example', 'a.example'],
  ['http://localhost:4000/in', 'localhost:4000'],
  ['http://[::1]:4000/in', '[::1]:4000'],
])('the host of %s is %s', (url, host) => {
  expect(receiverHost(url)).toBe(host);
});
