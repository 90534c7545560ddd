import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { clientHash } from '../../../domain/secrets.ts';
import type { Context } from '../../core/handler.ts';

/** Who asks or guesses, for the caps of codes. @param email the person's */
export function clientOf({ caller, secrets }: Pick<Context, 'caller' | 'secrets'>, email: string) {
  const network = clientNetwork(caller.ip);
  return {
    clientIp: caller.ip,
    clientNetwork: network,
    clientHash: clientHash(secrets, foldedAddress(email), network),
  };
}
