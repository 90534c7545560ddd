import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installBeside } from '../install-isolated.ts';
import { type ConnectingClient, isolatedEnvironment, PrintedAddress } from './client.ts';

const INSPECTOR = {
  name: '@modelcontextprotocol/inspector',
  version: '2.12.0',
  path: 'clients/launcher/build/index.js',
};

interface Ran {
  readonly status: number;
  readonly result: Readonly<Record<string, unknown>>;
  readonly said: string;
}

/** The command line of the MCP inspector, which keeps its tokens in a file here and not in the keyring. */
export function inspector(
  url: string,
  folder: string,
  callbackPort: number,
  era: 'legacy' | 'modern',
): ConnectingClient {
  const { node, program } = installBeside(INSPECTOR);
  const run = async (more: readonly string[], allow?: (address: string) => Promise<void>): Promise<Ran> => {
    const callback = `http://127.0.0.1:${callbackPort}/oauth/callback`;
    const where = ['--cli', url, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
    const child = spawn(node, [program, ...where, '--callback-url', callback, ...more], {
      env: {
        ...isolatedEnvironment(node, folder),
        MCP_INSPECTOR_SECRET_STORE: 'file',
        // Without a terminal it signs in only if told to open a browser, of which there is none.
        ...(allow && { MCP_AUTO_OPEN_ENABLED: 'true' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = new PrintedAddress();
    let answer = '';
    child.stdout.on('data', (chunk) => (answer += String(chunk)));
    child.stderr.on('data', printed.read);
    if (allow)
      printed.address.then(allow).catch((error: unknown) => {
        printed.read(String(error));
        child.kill();
      });
    const [status] = await once(child, 'close');
    const { result = {} } = (answer.trim().startsWith('{') ? JSON.parse(answer) : {}) as Partial<Ran>;
    return { status: status ?? 1, result, said: printed.text };
  };
  const good = ({ status, result, said }: Ran): Ran['result'] => {
    if (status !== 0) throw new Error(said.trim().split('\n').at(-1) ?? `It ended with ${status}`);
    return result;
  };
  return {
    name: `the MCP inspector ${INSPECTOR.version}, protocol ${era}`,
    tokenFile: () => join(folder, '.mcp-inspector', 'secrets.json'),
    async signIn(allow) {
      const { tools } = good(await run(['--method', 'tools/list'], allow)) as { tools?: { name: string }[] };
      return (tools ?? []).map(({ name }) => name);
    },
    async list(what) {
      const listed = good(await run(['--method', `${what}/list`, '--stored-auth-only'])) as {
        resources?: { uri: string }[];
        prompts?: { name: string }[];
      };
      return [...(listed.resources ?? []).map(({ uri }) => uri), ...(listed.prompts ?? []).map(({ name }) => name)];
    },
    async call(tool, input) {
      const args = ['--tool-name', tool, '--tool-args-json', JSON.stringify(input)];
      return good(await run(['--method', 'tools/call', ...args, '--stored-auth-only']));
    },
  };
}
