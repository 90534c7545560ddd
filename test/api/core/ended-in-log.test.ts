import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { members } from '../../../schemas/operations/members.ts';
import { grants } from '../../../schemas/operations/oauth/grants.ts';
import { caller, dispatcherOf } from '../../support/drivers/test-dispatcher.ts';

const ID = '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10';
const OTHER_ID = '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e11';

/** The line that a call leaves. The operations are the real ones; who calls has been checked, and what they do is of no interest. */
async function lineOf(real: Operation, input: object, refusal?: AppError): Promise<Record<string, unknown>> {
  const open: Operation = { ...real, auth: 'none', output: z.object({}) };
  const handler = async () => {
    if (refusal) throw refusal;
    return {};
  };
  const { dispatcher, lines } = dispatcherOf({ area: { end: open } }, { area: { end: handler } } as never);
  await dispatcher.dispatch('area', 'end', input, caller);
  const line = lines.find(({ msg }) => msg === 'call');
  if (!line) throw new Error('No line');
  return line;
}

const ENDS = [
  ['a revoked key', apiKeys.revokeApiKey, 'apiKeyId', {}],
  ['an ended grant', grants.endMyGrant, 'grantId', {}],
  ['a removed member', members.removeMember, 'id', { handOver: { to: OTHER_ID, reason: 'moves on' } }],
] as const;

describe.each(ENDS)('the line of %s', (_name, operation, field, more) => {
  it.each([ID, ID.toUpperCase()])('has the id in its path alone, as the database writes it: %s', async (id) => {
    expect(await lineOf(operation, { [field]: id, ...more })).toMatchObject({ status: 200, ended: [ID] });
  });

  it('has none if the call was refused', async () => {
    const refused = await lineOf(
      operation,
      { [field]: ID, ...more },
      new AppError('resource.not_found', 'No such one'),
    );
    expect(refused).toMatchObject({ status: 404 });
    expect(refused).not.toHaveProperty('ended');
  });
});

it('what ends nothing has no ids, and a token in a path is none', async () => {
  expect(await lineOf(members.updateMemberRole, { id: ID, role: 'member' })).not.toHaveProperty('ended');
  const byMail: Operation = { ...grants.endMyGrant, path: '/access/stop/{grantId}/{secret}' };
  expect((await lineOf(byMail, { grantId: ID, secret: 'a-token' })).ended).toEqual([ID]);
});
