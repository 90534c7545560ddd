/**
 * The thread of `reader.ts`: it reads what strangers wrote, and nothing else runs here. Plain JavaScript, because Node 20 loads no TypeScript
 * as the first file of a thread; compiled processes run it from here as well.
 */
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const [{ siteFacts }, { mayRead }] = await Promise.all([import('./site-facts.ts'), import('./weigh-robots.ts')]);

/** @param {import('./reader.ts').ReaderJob} job */
const answerTo = (job) =>
  job.kind === 'page'
    ? siteFacts(new URL(job.url), job.body, job.contentType)
    : mayRead(job.fileUrl, job.file, job.pageUrl);

parentPort.on('message', (job) => {
  try {
    parentPort.postMessage({ answer: answerTo(job) });
  } catch (error) {
    parentPort.postMessage({ fault: error.stack });
  }
});
parentPort.postMessage('ready');
