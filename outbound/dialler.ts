import { isIPv6, type LookupFunction, Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { isLoopbackUrl } from '../domain/webhooks/endpoint-url.ts';
import { createResolver, type DnsServers, publicAddressesOf } from './names.ts';
import { OutboundError } from './outbound-failure.ts';

/** An internet on this machine, for tests and local mode. Checks stay as they are; only where a checked address is dialled changes. */
export interface StandInInternet {
  /** It answers DNS by UDP, HTTP and HTTPS by TCP. */
  readonly port: number;
  /** The only authority that is trusted then, in PEM. */
  readonly certificate: string;
}

interface DiallerOptions {
  readonly standIn: StandInInternet | undefined;
  /** For name, TCP and TLS together. */
  readonly connectMs: number;
  /** A URL that may be one of this machine: it is dialled as it is, if its host is asked for. Default: none. */
  readonly loopbackOf?: string | undefined;
  /** The end of the whole request. */
  readonly signal: AbortSignal;
}

/** The servers that are asked: the stand-in's, else the machine's. */
export const dnsServersOf = (standIn: Pick<StandInInternet, 'port'> | undefined): DnsServers =>
  standIn && [`127.0.0.1:${standIn.port}`];

const usual = createSecureContext();
const contexts = new WeakMap<StandInInternet, SecureContext>();

/** Whom connections trust, made once. Node makes one for each connection, outside the heap, where collecting it comes late. */
function trustOf(standIn: StandInInternet | undefined): SecureContext {
  if (!standIn) return usual;
  const context = contexts.get(standIn) ?? createSecureContext({ ca: standIn.certificate });
  contexts.set(standIn, context);
  return context;
}

/** Hands the checked addresses to the socket, so that nobody resolves the name again. */
const pinned = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all: wantsAll }, done) => {
    if (wantsAll) done(null, all);
    else done(null, all[0]?.address ?? '', all[0]?.family);
  };
};

/**
 * Connects for undici: resolves the host, checks every address, and dials one of them. Name, SNI and certificate stay those of the host.
 * Dialling is a step of its own, so the check can't be passed by a name that changes its address (DNS rebinding).
 */
export function createDialler({ standIn, connectMs, signal, loopbackOf }: DiallerOptions): buildConnector.connector {
  const machine = loopbackOf !== undefined && URL.canParse(loopbackOf) ? new URL(loopbackOf) : undefined;
  const isOnMachine = machine !== undefined && isLoopbackUrl(machine);
  return (options, done) => {
    if (isOnMachine && options.hostname === machine.hostname) {
      buildConnector({ timeout: connectMs, allowH2: false, lookup: pinned(['127.0.0.1']) })(options, done);
      return;
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
    const dial = (addresses: readonly string[]): void => {
      limit.throwIfAborted();
      const connect = buildConnector({
        timeout: connectMs,
        autoSelectFamily: true,
        allowH2: false,
        lookup: pinned(standIn ? ['127.0.0.1'] : addresses),
        secureContext: trustOf(standIn),
      });
      // It returns the socket, which its types do not say.
      const socket: unknown = connect({ ...options, ...(standIn && { port: String(standIn.port) }) }, done);
      const isOver = (): void => {
        if (socket instanceof Socket && socket.connecting) socket.destroy(new OutboundError('timeout'));
      };
      limit.addEventListener('abort', isOver, { once: true });
    };
    publicAddressesOf(options.hostname, createResolver(dnsServersOf(standIn), limit))
      .then(dial)
      .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null));
  };
}
