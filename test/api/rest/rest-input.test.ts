import { describe, expect, it } from 'vitest';
import { expectEnvelope } from '../../support/asserts/envelope.ts';
import { type HttpAnswer, http, postJson } from '../../support/drivers/http.ts';
import { shareFixtureApi } from '../../support/stack/fixture-api.ts';

const fixture = shareFixtureApi();
const base = () => `${fixture.publicUrl}/api/v1/public`;
const issuesOf = (answer: HttpAnswer): unknown => answer.json().error.details?.issues;
const anOrder = { amount: 2, buyer: { email: 'guest@example.com' } };

describe('400 request.invalid names the field', () => {
  it.each([
    ['another value in the query than in the path', '/acme/lamp?shop=other', 'shop'],
    ['a repeated scalar', '/acme/lamp?limit=1&limit=2', 'limit'],
    ['text for a number', '/acme/lamp?limit=many', 'limit'],
    ['a number out of bounds', '/acme/lamp?limit=501', 'limit'],
    ['a word for a boolean', '/acme/lamp?fresh=yes', 'fresh'],
    ['too many items', '/acme/lamp?tags=a&tags=b&tags=c&tags=d', 'tags'],
    ['a wrong item', '/acme/lamp?counts=1&counts=x', 'counts.1'],
    ['an impossible date', '/acme/lamp?at=2026-02-30T09:00:00Z', 'at'],
    ['a date without offset', '/acme/lamp?at=2026-02-03T09:00:00', 'at'],
    ['no email address', '/acme/lamp?email=nobody', 'email'],
    ['a missing field', '/manage/item', 'token'],
    ['control characters', '/acme/a%00b', 'item'],
    ['a value that is too long', `/acme/${'a'.repeat(61)}`, 'item'],
    ['more than 100 keys', `/acme/lamp?${'x=1&'.repeat(101)}`, ''],
    ['a broken percent-encoding in the query', '/acme/lamp?email=%E0%A4%A', ''],
    ['a broken percent-encoding in the path', '/acme/%E0%A4%A', ''],
  ])('%s', async (_name, path, field) => {
    const answer = await http(`${base()}${path}`);
    expectEnvelope(answer, 400, 'request.invalid');
    expect(issuesOf(answer)).toContainEqual({ path: field, message: expect.any(String) });
    expect(fixture.witness.runs).toEqual([]);
  });

  it('takes the same value in path and query', async () => {
    expect((await http(`${base()}/acme/lamp?shop=acme`)).status).toBe(200);
  });

  it.each([
    ['another value in the body than in the path', { ...anOrder, shop: 'other' }, 'shop'],
    ['a missing field', { buyer: anOrder.buyer }, 'amount'],
    ['a missing nested field', { amount: 1, buyer: {} }, 'buyer.email'],
    ['text for a number', { ...anOrder, amount: '2' }, 'amount'],
    ['a fraction for a whole number', { ...anOrder, amount: 1.5 }, 'amount'],
    ['null for an object', { amount: 1, buyer: null }, 'buyer'],
  ])('%s', async (_name, body, field) => {
    const answer = await postJson(`${base()}/acme/lamp/buy`, body);
    expectEnvelope(answer, 400, 'request.invalid');
    expect(issuesOf(answer)).toContainEqual({ path: field, message: expect.any(String) });
    expect(fixture.witness.runs).toEqual([]);
  });

  const valid = JSON.stringify(anOrder);
  const json = 'application/json';
  it.each([
    ['broken JSON', json, '{"amount": 2', 'valid JSON'],
    ['a list', json, '[]', 'JSON object'],
    ['a bare text', json, '"text"', 'valid JSON'],
    ['null', json, 'null', 'valid JSON'],
    ['a body over 100 kB', json, JSON.stringify({ ...anOrder, note: 'x'.repeat(102_400) }), '100kb'],
    ['form data', 'application/x-www-form-urlencoded', 'amount=2', 'Content-Type'],
    ['plain text', 'text/plain', valid, 'Content-Type'],
    ['no content type', '', valid, 'Content-Type'],
    ['another charset', `${json}; charset=iso-8859-1`, valid, 'UTF-8'],
  ])('%s', async (_name, contentType, body, words) => {
    const headers = contentType ? { 'Content-Type': contentType } : {};
    const answer = await http(`${base()}/acme/lamp/buy`, { method: 'POST', headers, body });
    expectEnvelope(answer, 400, 'request.invalid');
    expect(issuesOf(answer)).toEqual([{ path: '', message: expect.stringContaining(words) }]);
    expect(fixture.witness.runs).toEqual([]);
  });

  it('an unknown content encoding', async () => {
    const headers = { 'Content-Type': json, 'Content-Encoding': 'rot13' };
    const answer = await http(`${base()}/acme/lamp/buy`, { method: 'POST', headers, body: valid });
    expectEnvelope(answer, 400, 'request.invalid');
  });

  it('names what is missing when there is no body at all', async () => {
    const answer = await http(`${base()}/acme/lamp/buy`, { method: 'POST' });
    expect(issuesOf(answer)).toEqual([
      { path: 'amount', message: 'is required, must be a whole number' },
      { path: 'buyer', message: 'is required, must be an object: Its fields: email, name.' },
    ]);
  });

  it('cannot be used to reach a prototype', async () => {
    const body = '{"amount":1,"buyer":{"email":"a@b.de","__proto__":{"admin":true}},"__proto__":{"amount":9}}';
    const answer = await http(`${base()}/acme/lamp/buy`, { method: 'POST', headers: { 'Content-Type': json }, body });
    expect(answer.json()).toEqual({ bought: 1, buyer: 'a@b.de' });
    expect({}).not.toHaveProperty('admin');
  });
});
