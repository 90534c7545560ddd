import { type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type NextCall = Parameters<Interceptor>[1];
type Call = ReturnType<NextCall>;

const GRPC_CANCELLED = 1;

/** What is left of a call whose connection was closed between two tries. */
const canceled: Call = {
  start: (metadata, listener) =>
    listener?.onReceiveStatus?.({ code: GRPC_CANCELLED, details: 'The connection is closed.', metadata }),
  getPeer: () => '',
  getAuthContext: () => null,
  cancelWithStatus: () => {},
  sendMessageWithContext: () => {},
  sendMessage: () => {},
  startRead: () => {},
  halfClose: () => {},
};

/**
 * Retries as the SDK's own, but a call whose connection is closed meanwhile is canceled. The SDK's timer of the next try throws then, where
 * nobody can catch it: the process dies of it.
 */
export function retriesUntilClosed(): Interceptor[] {
  const begun = new WeakSet<object>();
  const untilClosed = (options: Parameters<Interceptor>[0], nextCall: NextCall): Call => {
    const isRetry = begun.has(options);
    begun.add(options);
    try {
      return nextCall(options);
    } catch (error) {
      if (!isRetry) throw error;
      return canceled;
    }
  };
  // gRPC itself asks for no more than this interface.
  return [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), untilClosed as Interceptor];
}
