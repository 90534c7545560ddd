import { whyNotEndpoint } from '../../../domain/webhooks/endpoint-url.ts';
import { invalid } from '../../../schemas/errors.ts';

/** @throws AppError request.invalid (field `url`) for an address that deliveries are never sent to */
export function requireReceiver(url: string, isLocal: boolean): void {
  const why = whyNotEndpoint(url, isLocal);
  if (why !== null) throw invalid([{ path: 'url', message: why }]);
}
