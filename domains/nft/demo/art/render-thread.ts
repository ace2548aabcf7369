import { parentPort } from 'node:worker_threads';
import { renderWork } from './media.ts';
import type { DemoWork } from './works.ts';

parentPort?.on('message', (work: DemoWork) => {
  // A failure ends the thread, which its owner sees.
  void renderWork(work).then((media) => parentPort?.postMessage(media));
});
