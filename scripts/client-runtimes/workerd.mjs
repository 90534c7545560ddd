import process from 'node:process';
import { Miniflare } from 'miniflare';

const [, , scriptPath, APP_URL, PUBLIC_URL] = process.argv;
const miniflare = new Miniflare({
  ...{ modules: true, scriptPath, compatibilityDate: '2026-04-01' },
  bindings: { APP_URL, PUBLIC_URL },
});
const answer = await miniflare.dispatchFetch('http://worker.test/');
console.log(await answer.text());
await miniflare.dispose();
process.exit(answer.ok ? 0 : 1);
