import { expect } from 'vitest';
import type { HttpAnswer } from '../drivers/http.ts';

/** Expects an error envelope of the API: status, code, message and the headers of every answer. */
export const expectEnvelope = (answer: HttpAnswer, status: number, code = 'request.invalid'): void => {
  const body = answer.json();
  expect([answer.status, body.error.code]).toEqual([status, code]);
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error.message).toEqual(expect.any(String));
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
};
