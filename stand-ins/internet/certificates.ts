import { webcrypto } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** A certificate of a host and its key. */
  issue(host: string): Promise<SecureContext>;
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const pemOf = (der: ArrayBuffer): string =>
  `-----BEGIN PRIVATE KEY-----\n${Buffer.from(der).toString('base64')}\n-----END PRIVATE KEY-----\n`;

/** A certificate authority that lives as long as its process, and that nobody trusts but who is given its certificate. */
export async function createAuthority(nowMs: number): Promise<Authority> {
  const keys = await newKeys();
  const [notBefore, notAfter] = [new Date(nowMs - DAY_MS), new Date(nowMs + 90 * DAY_MS)];
  const name = 'CN=Holdfast stand-in internet';
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name, notBefore, notAfter, signingAlgorithm: ALGORITHM, keys },
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  let serial = 1;
  const issue = async (host: string): Promise<SecureContext> => {
    const own = await newKeys();
    serial += 1;
    const leaf = await x509.X509CertificateGenerator.create({
      ...{ serialNumber: serial.toString(16).padStart(4, '0'), subject: `CN=${host}`, issuer: root.subject },
      ...{ notBefore, notAfter, signingAlgorithm: ALGORITHM, publicKey: own.publicKey, signingKey: keys.privateKey },
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
    });
    const key = pemOf(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
    return createSecureContext({ cert: leaf.toString('pem'), key });
  };
  return { certificate: root.toString('pem'), issue };
}
