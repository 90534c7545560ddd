import { randomBytes } from 'node:crypto';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { expect, it } from 'vitest';
import { missingSearchAttributes, registerSearchAttributes } from '../../infra/temporal.ts';
import { temporalAddress } from '../support/stack/database.ts';

const NOT_FOUND = 5;
const KEYWORD = 2;
const NAMES = ['BookingId', 'EventTypeId', 'FlowState', 'HostId', 'StartsAt', 'WorkspaceId'];

/** A new namespace reaches the server's caches after a moment. */
async function onceKnown<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== NOT_FOUND) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

it('adds the search attributes that a namespace lacks, only those, and refuses one of another type', async () => {
  const address = temporalAddress();
  const namespace = `attributes-${randomBytes(4).toString('hex')}`;
  const connection = await Connection.connect({ address });
  const retention = { seconds: 86_400 as unknown as Long };
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention });
  const client = new Client({ connection, namespace });
  expect((await onceKnown(() => missingSearchAttributes(client))).sort()).toEqual(NAMES);
  const register = () => onceKnown(() => registerSearchAttributes({ address, namespace, tls: false }));
  expect((await register()).sort()).toEqual(NAMES);
  const listed = await connection.operatorService.listSearchAttributes({ namespace });
  expect(Object.keys(listed.customAttributes)).toEqual(expect.arrayContaining(NAMES));
  await expect.poll(register, { timeout: 15_000 }).toEqual([]);
  expect(await missingSearchAttributes(client)).toEqual([]);
  await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes: ['StartsAt'] });
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: { StartsAt: KEYWORD } });
  await expect.poll(() => missingSearchAttributes(client), { timeout: 15_000 }).toEqual(['StartsAt (DATETIME)']);
  await expect(register()).rejects.toThrow('with another type than ours: StartsAt (DATETIME)');
  await connection.close();
});
