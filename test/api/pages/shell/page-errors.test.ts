import type { Request } from 'express';
import { expect, it } from 'vitest';
import { describePageError } from '../../../../api/pages/shell/page-errors.ts';

const request = {
  originalUrl: '/manage/tok-in-the-path/cancel?s=tok-in-the-query&note=a%20decoded%20note',
  params: { token: 'tok-in-the-path' },
  query: { s: 'tok-in-the-query', note: 'a decoded note' },
  body: { reason: 'tok-in-the-form' },
} as unknown as Request;

it.each(['tok-in-the-path', 'tok-in-the-query', 'a decoded note', 'tok-in-the-form'])(
  'what an error says of a page does not repeat "%s", which was sent to it',
  (sent) => {
    const described = describePageError(new Error(`no luck with ${sent}.`), request);
    expect(described.message).toBe('no luck with [input].');
  },
);
