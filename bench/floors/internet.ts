/** The floor of the packs: the questions that one look-up asks, as plain requests, without reading the answers. */
import { Resolver } from 'node:dns/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { ratePerSecond } from '../measure.ts';
import { serveFloor } from './floor-process.ts';

export interface InternetAsk {
  /** Of the stand-in internet. */
  readonly url: string;
  readonly domains: readonly string[];
  readonly registry: string;
  /** What one registry may be asked at most; null: as fast as it answers. */
  readonly registryPerSecond: number | null;
  readonly atOnce: number;
}

const bodyOf = (url: URL, ca: string | undefined, port: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const at = { host: '127.0.0.1', port, path: url.pathname, headers: { host: url.host }, agent: false as const };
    const read = (answer: IncomingMessage) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk))).on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
    };
    const call = ca === undefined ? getPlain(at, read) : get({ ...at, servername: url.hostname, ca }, read);
    call.on('error', reject);
  });

async function askNames(server: string, domain: string): Promise<void> {
  const resolver = new Resolver();
  resolver.setServers([server]);
  const none = () => [];
  await Promise.all([
    resolver.resolveMx(domain),
    resolver.resolveTxt(domain),
    resolver.resolveNs(domain),
    resolver.resolveCname(`www.${domain}`).catch(none),
    resolver.resolveTxt(`_dmarc.${domain}`),
    resolver.resolve4(domain),
    resolver.resolve6(domain).catch(none),
  ]);
}

/** The next moment at which the registry may be asked. */
function turnsOf(perSecond: number | null): () => Promise<void> {
  let nextMs = performance.now();
  return async () => {
    if (perSecond === null) return;
    const turnMs = Math.max(nextMs, performance.now());
    nextMs = turnMs + 1_000 / perSecond;
    await delay(turnMs - performance.now());
  };
}

serveFloor<InternetAsk, number>(async ({ url, domains, registry, registryPerSecond, atOnce }) => {
  const { host, port } = new URL(url);
  const ca = await bodyOf(new URL(`${url}/ca.pem`), undefined, port);
  const turn = turnsOf(registryPerSecond);
  const page = (of: string) => bodyOf(new URL(of), ca, port);
  return ratePerSecond(domains.length, atOnce, async (nth) => {
    const domain = domains[nth] ?? '';
    await Promise.all([
      askNames(host, domain),
      page(`https://${domain}/robots.txt`).then(() => page(`https://${domain}/`)),
      domain.endsWith('.com') && turn().then(() => page(`https://${registry}/com/v1/domain/${domain}`)),
    ]);
  });
});
