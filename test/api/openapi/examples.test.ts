import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../../api/openapi/openapi.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';

const URLS = { appUrl: 'https://app.test', publicUrl: 'https://book.test', mcpUrl: 'https://mcp.test' };
// biome-ignore lint/suspicious/noExplicitAny: a document of many forms
const document = JSON.parse(JSON.stringify(openapiDocument(contract, URLS))) as any;
const published = Object.values(contract)
  .flatMap((area) => Object.entries(area) as [string, Operation][])
  .filter(([, { surface }]) => surface !== 'page');
const entryOf = ({ method, path }: Operation) => document.paths[path][method.toLowerCase()];

describe('the examples of operations', () => {
  it.each(published)('%s: what it takes is taken, what it answers is an answer', (_, operation) => {
    const { parameters = [], requestBody, responses } = entryOf(operation);
    const inAddress = parameters.filter(({ example }: { example: unknown }) => example !== undefined);
    const given = Object.fromEntries(
      inAddress.map(({ name, example }: { name: string; example: unknown }) => [name, example]),
    );
    const body = requestBody?.content['application/json'].example ?? {};
    const taken = operation.input.safeParse({ ...given, ...body });
    expect(taken.error?.issues ?? []).toEqual([]);
    const success = responses[String(operation.success ?? 200)].content;
    const answer = success['application/json']?.example;
    if (answer === undefined)
      expect(Object.values(success)).toEqual([expect.objectContaining({ example: expect.any(String) })]);
    else expect(operation.output.safeParse(answer).error?.issues ?? []).toEqual([]);
  });

  it('name things as people know them', () => {
    expect(entryOf(contract.booking.book).requestBody.content['application/json'].example).toEqual({
      startAt: '2026-12-01T09:00:00.000Z',
      code: '482913',
      invitee: { email: 'sam@example.com', timezone: 'Europe/Berlin' },
    });
    const { calendar, slots } = entryOf(contract.bookable.listSlots).responses['200'].content['application/json']
      .example;
    expect(calendar).toMatchObject({ organization: { slug: 'acme', name: 'Acme' }, owner: { username: 'ada' } });
    expect(slots[0]).toMatchObject({ startUtc: '2026-12-01T09:00:00.000Z', endUtc: '2026-12-01T09:30:00.000Z' });
  });
});
