import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connect } from '../../store/database.ts';
import { startHeartbeat } from '../../workers/heartbeat.ts';

it('stops within its time while the database hangs, however often it is asked', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const connected = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const sql = connect(`postgres://nobody@127.0.0.1:${port}/none`, { name: 'hung' });
  const heartbeat = startHeartbeat(sql, { id: 'a', build: 'b', taskQueue: 'c' }, { warn: () => {} }, 50);
  const [socket] = (await connected) as [Socket];
  const startMs = performance.now();
  await Promise.all([heartbeat.stop(), heartbeat.stop()]);
  await heartbeat.stop();
  expect(performance.now() - startMs).toBeLessThan(1_500);
  socket.destroy();
  silent.close();
  await sql.end({ timeout: 0 });
});
