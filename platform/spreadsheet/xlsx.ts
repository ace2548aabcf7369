import { Worker } from 'node:worker_threads';
import { createSemaphore } from '@karat/platform/semaphore';
import type { Cell } from './csv.ts';

export interface XlsxSheet {
  readonly name: string;
  /** The first row is the header. */
  readonly rows: readonly (readonly Cell[])[];
}

/** One workbook at a time: a large one takes seconds of a core and some hundred megabytes. */
const gate = createSemaphore(1, 8);
const HEAP_MB = 768;
const TIME_MS_MAX = 120_000;

/**
 * Returns a workbook of one sheet, made in a worker thread. Decimals of up to 15 digits are numbers, longer ones exact
 * texts; no text begins a formula. Returns undefined if the queue is full.
 */
export const xlsx = (sheet: XlsxSheet): Promise<Uint8Array | undefined> =>
  gate.run<Uint8Array | undefined>(
    () => inThread(sheet),
    () => undefined,
  );

function inThread(sheet: XlsxSheet): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-thread.ts', import.meta.url), {
      workerData: sheet,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const late = setTimeout(() => {
      reject(new Error('the workbook took too long'));
      void worker.terminate();
    }, TIME_MS_MAX);
    worker.once('message', (bytes: Uint8Array) => resolve(bytes));
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the workbook's thread ended with ${code}`));
    });
  });
}
