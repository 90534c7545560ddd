import { expect } from 'vitest';
import type { HttpAnswer } from '../drivers/http.ts';

/** Expects the one form that errors of the API have: status, code, and what each answer carries. */
export const expectEnvelope = (answer: HttpAnswer, status: number, code = 'request.invalid'): void => {
  const body = answer.json();
  expect([answer.status, body.error.code]).toEqual([status, code]);
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error.message).toEqual(expect.any(String));
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
};
