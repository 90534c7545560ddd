/** The floor of the rows over HTTP: bare Express that sends a given body or document. */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveFloor } from './floor-process.ts';

serveFloor<{ body?: object; html?: string }, { port: number }>(
  ({ body, html }) =>
    new Promise((resolve) => {
      const app = express();
      app.get('/slots', (_request, response) => {
        response.json(body);
      });
      app.get('/page', (_request, response) => {
        response.type('html').send(html);
      });
      const server = app.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
    }),
);
