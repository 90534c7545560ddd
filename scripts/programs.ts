/** `npm run programs`: finds, or builds once, the programs that tests need besides npm packages. If one is missing, it fails and says why. */
import { environment } from '../infra/config.ts';
import { findStripeMock } from '../infra/local/find-stripe-mock.ts';
import { findTemporal } from '../infra/local/find-temporal.ts';
import { findTestServer } from '../infra/local/find-test-server.ts';
import { LocalStackError } from '../infra/local/local-stack-error.ts';

const options = { env: environment, say: (line: string) => console.log(line) };

const stripeMock = async (): Promise<string> => (await findStripeMock(options)).program;

for (const find of [() => findTemporal(options), () => findTestServer(options), stripeMock]) {
  try {
    console.log(await find());
  } catch (error) {
    if (!(error instanceof LocalStackError)) throw error;
    console.error(`${error.message}\n${error.advice}`);
    process.exitCode = 1;
  }
}
