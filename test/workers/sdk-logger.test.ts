import { expect, it } from 'vitest';
import { createLog } from '../../infra/log.ts';
import { sdkLogger } from '../../workers/sdk-logger.ts';

it('says of which flow and activity the SDK speaks, and nothing else that it adds', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = sdkLogger(createLog({ mode: 'production', logLevel: 'debug' }, 'worker', destination));
  const ids = { workflowId: 'booking/1', runId: 'r-1', activityType: 'announce' };
  logger.warn('Activity failed', { ...ids, error: new Error('to ada@example.com'), taskToken: 'c2VjcmV0' });
  logger.error('Core failed');
  logger.info('Not logged');
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toEqual([
    { level: 'warn', time: expect.any(String), part: 'worker', ...ids, msg: 'Activity failed' },
    { level: 'error', time: expect.any(String), part: 'worker', msg: 'Core failed' },
  ]);
});

it('is silent about exactly the warning with which each worker of activities alone starts', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = sdkLogger(createLog({ mode: 'production', logLevel: 'debug' }, 'worker', destination));
  logger.warn('No workflows registered, not polling for workflow tasks');
  logger.warn('No activities registered, not polling for activity tasks');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'No activities registered, not polling for activity tasks',
  ]);
});
