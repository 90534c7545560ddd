import { TestWorkflowEnvironment } from '@temporalio/testing';
import { findTestServer } from '../../../infra/local/find-test-server.ts';
import { retriesUntilClosed } from '../../../infra/temporal-retries.ts';
import { searchAttributes } from '../../../workflows/search-attributes.ts';
import { quietRuntime } from './quiet-runtime.ts';

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

/** A server of its own, that knows the product's search attributes. Tear it down in `afterAll`. */
export async function startTimeSkipping(path: string): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const environment = await startServer(path);
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      Object.values(searchAttributes).map(({ name, type }) => [name, type === 'KEYWORD' ? 2 : 6]),
    ),
  });
  return environment;
}

/** The SDK gives the server five seconds to start; on a busy machine Java may need more. */
async function startServer(path: string, tries = 4): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path } },
      // A test that failed may still wait for a flow.
      plugins: [
        { name: 'retries', configureConnection: (options) => ({ ...options, interceptors: retriesUntilClosed() }) },
      ],
    });
  } catch (error) {
    if (tries <= 1) throw error;
    return startServer(path, tries - 1);
  }
}
