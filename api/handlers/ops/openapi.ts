import type { ops } from '../../../schemas/operations/ops.ts';
import { Rendered } from '../../core/answer.ts';
import type { Handler } from '../../core/handler.ts';
import type { Urls } from '../../core/urls.ts';
import { madeDocument } from '../../openapi/made-document.ts';
import type { OpenapiDocument } from '../../openapi/openapi.ts';

/** Made once per set of addresses: it depends on nothing else. */
const made = new WeakMap<Urls, Rendered<OpenapiDocument>>();

export const openapi: Handler<typeof ops.openapi> = async ({ urls }) => {
  const earlier = made.get(urls);
  if (earlier) return earlier;
  const rendered = new Rendered(madeDocument(urls));
  made.set(urls, rendered);
  return rendered;
};
