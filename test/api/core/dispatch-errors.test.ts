import { ServiceError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure, TimeoutType } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../schemas/errors.ts';
import { caller, failingDispatcher, failureOf, good, setUpDispatcher } from '../../support/drivers/test-dispatcher.ts';

const serviceError = (grpcCode: number, details = ''): Error =>
  new ServiceError('Failed', {
    cause: Object.assign(new Error('grpc'), { code: grpcCode, details, metadata: {} }),
  });

describe('errors', () => {
  it('answers an AppError as it is', async () => {
    const error = new AppError('resource.conflict', 'Taken.', { reason: 'slot_taken', alternatives: [1] });
    expect(await failingDispatcher(error).call(good)).toMatchObject({
      status: 409,
      envelope: {
        error: { code: 'resource.conflict', message: 'Taken.', details: { reason: 'slot_taken', alternatives: [1] } },
      },
    });
  });

  it('answers an error that crossed Temporal as it was thrown', async () => {
    const cause = ApplicationFailure.create({
      type: 'request.unprocessable',
      message: 'No.',
      details: [{ reason: 'too_soon' }],
    });
    expect(await failingDispatcher(new Error('update failed', { cause })).call(good)).toMatchObject({
      status: 422,
      envelope: { error: { code: 'request.unprocessable', message: 'No.', details: { reason: 'too_soon' } } },
    });
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'CONNECT_TIMEOUT',
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECTION_DESTROYED',
    '57P01',
    '57P03',
    '53300',
    '55P03',
    '40P01',
  ])('answers 503 for the database error %s', async (code) => {
    const failure = await failureOf(failingDispatcher(Object.assign(new Error('secret words'), { code })).call(good));
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(failure.envelope.error).toMatchObject({ code: 'service.unavailable', details: { dependency: 'database' } });
    expect(JSON.stringify(failure.envelope)).not.toContain('secret words');
  });

  it.each([
    ['unavailable', serviceError(14)],
    ['deadline exceeded', serviceError(4)],
    ['data lost', serviceError(3, 'Namespace default has no mapping defined for search attribute BookingId')],
    [
      'a task that nobody took',
      new Error('failed', { cause: new TimeoutFailure('t', undefined, TimeoutType.SCHEDULE_TO_START) }),
    ],
  ])('answers 503 for Temporal: %s', async (_name, error) => {
    expect((await failureOf(failingDispatcher(error).call(good))).envelope.error.details).toMatchObject({
      dependency: 'temporal',
    });
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['an unknown database error', Object.assign(new Error('column does not exist'), { code: '42703' })],
    ['a refusal by Temporal', serviceError(3)],
    ['something that is no error', 'text'],
  ])('hides %s behind 500', async (_name, error) => {
    const { call, lines } = failingDispatcher(error);
    const { status, envelope } = await failureOf(call(good));
    expect(status).toBe(500);
    expect(envelope.error).toEqual({
      code: 'internal.unexpected',
      message: `Something went wrong on our side. Request id: ${caller.requestId}`,
      details: { requestId: caller.requestId },
    });
    expect(lines.find(({ msg }) => msg === 'unexpected error')).toMatchObject({
      requestId: caller.requestId,
      operation: 'shop.buy',
    });
  });

  it('answers 503 at the deadline, and logs the handler that finishes later', async () => {
    let finish: (value: unknown) => void = () => {};
    const work = new Promise((resolve) => {
      finish = resolve;
    });
    const { call, lines } = setUpDispatcher(() => work, { deadlineMs: 30 });
    const failure = await failureOf(call(good));
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(failure.envelope.error.code).toBe('service.unavailable');
    expect(lines.map(({ msg }) => msg)).toEqual(['dependency unavailable', 'call']);
    finish({ state: 'up' });
    await expect.poll(() => lines.at(-1)?.msg).toBe('finished after the deadline');
  });

  it('gives a call no longer than its caller has left', async () => {
    const { call } = setUpDispatcher(() => new Promise(() => {}), { deadlineMs: 60_000 });
    const failure = await failureOf(call(good, { answerByMs: performance.now() + 20 }));
    expect(failure.envelope.error).toMatchObject({ code: 'service.unavailable', details: { dependency: 'database' } });
  });

  it('begins nothing for a caller who has no time left', async () => {
    let runs = 0;
    const { call } = setUpDispatcher(async () => {
      runs++;
      return { state: 'up' };
    });
    expect((await call(good, { answerByMs: performance.now() })).status).toBe(503);
    expect(runs).toBe(0);
  });

  it('survives a handler that fails after the deadline', async () => {
    const late = new Promise((_resolve, reject) => setTimeout(() => reject(new Error('too late')), 60));
    const { call, lines } = setUpDispatcher(() => late, { deadlineMs: 20 });
    expect((await call(good)).status).toBe(503);
    await expect
      .poll(() => lines.at(-1))
      .toMatchObject({ msg: 'failed after the deadline', err: { message: 'too late' } });
  });
});
