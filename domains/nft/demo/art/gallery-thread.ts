import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MediaFile, WorkMedia } from './media.ts';
import type { DemoWork } from './works.ts';

/** Renders works one after another. */
export interface GalleryThread {
  render(work: DemoWork): Promise<WorkMedia>;
  close(): Promise<void>;
}

/** Bytes arrive from a thread without the class of a buffer. */
const received = ({ bytes, mime }: MediaFile): MediaFile => ({
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  mime,
});

/**
 * Starts a thread that renders the demonstration's works: a picture takes half a second of a core, a video several, in which the
 * server would answer nobody. Rendering rejects once the thread has ended.
 */
export function startGalleryThread(): GalleryThread {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url));
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`the gallery's thread ended with ${String(code)}`);
  });
  // An end that nobody waits for is no failure.
  ended.catch(() => undefined);
  return {
    async render(work) {
      const rendered = once(worker, 'message') as Promise<[WorkMedia]>;
      worker.postMessage(work);
      const [{ file, poster }] = await Promise.race([rendered, ended]);
      return { file: received(file), poster: poster && received(poster) };
    },
    async close() {
      await worker.terminate();
    },
  };
}
