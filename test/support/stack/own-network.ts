/**
 * Run inside a network of its own (`unshare`), whose loopback has the address that all hosts of the stand-in internet have. Here the product's fetch runs as in
 * production: the machine's DNS servers, ports 80 and 443, the authorities that Node trusts. Prints what each address answered, and who was dialled.
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { createOutbound } from '../../../outbound/outbound.ts';
import { startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';
import { WEB } from '../../../stand-ins/internet/world.ts';

const [role = '', folder = '', ...urls] = process.argv.slice(2);
const PUBLIC = WEB.A?.[0] ?? '';

/** Passes TCP on, and counts. */
async function relay(host: string, port: number, to: number, dialled: string[]): Promise<Server> {
  const server = createServer((socket) => {
    dialled.push(`${host}:${port}`);
    const upstream = connect(to, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    for (const one of [socket, upstream]) one.on('error', () => {});
  }).listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Passes DNS on, from the port of a real server. */
async function relayDns(to: number): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const upstream = createSocket('udp4');
    upstream.once('message', (answer) => {
      socket.send(answer, from.port, from.address);
      upstream.close();
    });
    upstream.send(message, to, '127.0.0.1');
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
}

async function serve(): Promise<void> {
  const internet = await startInternetStandIn();
  const dialled: string[] = [];
  for (const port of [80, 443])
    for (const host of [PUBLIC, '127.0.0.1']) await relay(host, port, internet.port, dialled);
  await relayDns(internet.port);
  const authority = `${folder}/ca.pem`;
  await writeFile(authority, await (await fetch(`${internet.url}/ca.pem`)).text());
  const answers = await askWith({ NODE_EXTRA_CA_CERTS: authority });
  const untrusted = await askWith({}, ['https://acme-robotics.com/']);
  process.stdout.write(JSON.stringify({ answers, untrusted, dialled: [...new Set(dialled)] }));
  process.exit();
}

/** In a process of its own: Node reads the authorities at its start. */
async function askWith(env: NodeJS.ProcessEnv, of = urls): Promise<unknown> {
  const args = [...process.execArgv, process.argv[1] ?? '', 'ask', folder, ...of];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += part;
  return JSON.parse(text);
}

async function ask(): Promise<void> {
  const outbound = createOutbound({ userAgent: 'Test/1' });
  const answers: string[] = [];
  for (const url of urls) {
    const answer = await outbound({ url, limits: { connectMs: 5_000, wholeMs: 8_000 } });
    answers.push(answer.outcome === 'failed' ? answer.reason : `${answer.status} ${answer.url.host}`);
  }
  process.stdout.write(JSON.stringify(answers));
}

await (role === 'serve' ? serve() : ask());
