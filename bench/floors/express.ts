/** The floor of the slots rows: bare Express that sends a given body. */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveFloor } from './floor-process.ts';

serveFloor<{ body: object }, { port: number }>(
  ({ body }) =>
    new Promise((resolve) => {
      const app = express();
      app.get('/slots', (_request, response) => {
        response.json(body);
      });
      const server = app.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
    }),
);
