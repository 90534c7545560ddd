import { contract } from '../../schemas/contract.ts';
import { finish, finishInBackground } from '../core/steps.ts';
import type { Urls } from '../core/urls.ts';
import { type OpenapiDocument, openapiSteps } from './openapi.ts';

/** Made once per set of addresses: it depends on nothing else. */
const made = new WeakMap<Urls, OpenapiDocument>();

/** The OpenAPI document of this service. The first call takes up to a second, unless it was prepared. */
export function madeDocument(urls: Urls): OpenapiDocument {
  const document = made.get(urls) ?? finish(openapiSteps(contract, urls));
  made.set(urls, document);
  return document;
}

/** Makes the document in the background, before the first request for it. */
export async function prepareDocument(urls: Urls): Promise<void> {
  if (made.has(urls)) return;
  const document = await finishInBackground(openapiSteps(contract, urls));
  // A request may have made it first.
  if (!made.has(urls)) made.set(urls, document);
}
