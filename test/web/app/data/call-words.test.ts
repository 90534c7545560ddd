import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl, asToolCall } from '../../../../web/app/data/call-words.ts';

const call = {
  ...{ address: '/api/v1/workspace/teams/t1?a=b', method: 'PATCH' as const, tool: 'update_team' },
  body: JSON.stringify({ name: "O'Hara $(id) `id`" }),
  input: { id: 't1', name: "O'Hara" },
};

it('is a command in which nothing of a person is read by the shell', () => {
  const words = asCurl(call, 'https://app.test').replace(/^curl /, 'printf "%s\\n" ');
  const told = execFileSync('sh', ['-c', words], { env: { HOLDFAST_API_KEY: 'k' }, encoding: 'utf8' }).split('\n');
  expect(told.slice(0, -1)).toEqual([
    ...['-X', 'PATCH', 'https://app.test/api/v1/workspace/teams/t1?a=b', '-H', 'Authorization: Bearer k'],
    ...['-H', 'Content-Type: application/json', '-d', call.body],
  ]);
});

it('is a tool with its arguments, where an agent has one', () => {
  expect(JSON.parse(asToolCall(call) ?? '')).toEqual({ name: 'update_team', arguments: call.input });
  expect(asToolCall({ ...call, tool: undefined })).toBeNull();
});
