import type { IncomingMessage } from 'node:http';
import express from 'express';
import proxyaddr from 'proxy-addr';

/** Express's format: the number of proxies, or their addresses and networks. */
export type TrustProxy = boolean | number | string;

/** Returns the client's address, behind the trusted proxies. */
export type IpOf = (request: IncomingMessage) => string;

export const clientIpOf = (trustProxy: TrustProxy): IpOf => {
  const isTrusted = express().set('trust proxy', trustProxy).get('trust proxy fn');
  return (request) => proxyaddr(request, isTrusted);
};
