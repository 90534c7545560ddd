import { contract } from '../../../schemas/contract.ts';
import type { ops } from '../../../schemas/operations/ops.ts';
import type { Handler } from '../../core/handler.ts';
import { Rendered } from '../../core/rendered.ts';
import type { Urls } from '../../core/urls.ts';
import { openapiDocument } from '../../openapi/openapi.ts';

type Document = ReturnType<typeof openapiDocument>;

/** Made once per set of addresses: it depends on nothing else. */
const made = new WeakMap<Urls, Rendered<Document>>();

export const openapi: Handler<typeof ops.openapi> = async ({ urls }) => {
  const earlier = made.get(urls);
  if (earlier) return earlier;
  const rendered = new Rendered(openapiDocument(contract, urls));
  made.set(urls, rendered);
  return rendered;
};
