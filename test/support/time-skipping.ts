import { findTestServer } from '../../infra/local/find-test-server.ts';

/**
 * The program of the server in which days pass in milliseconds, or why there is none. Use it with `describe.skipIf`, and print
 * the reason; `.ci/run` fails where it is missing.
 */
export async function timeSkippingServer(): Promise<{ readonly path: string } | { readonly whyNot: string }> {
  try {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    return { path: await findTestServer({ env: process.env, say }) };
  } catch (error) {
    return { whyNot: String(error) };
  }
}
