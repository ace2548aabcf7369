import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Sends requests over a number of connections, one at a time on each. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly warmupSeconds: number;
  readonly request: string;
}
export interface Result {
  readonly requests: number;
  readonly seconds: number;
  /** Of every tenth request, ms. */
  readonly latencies: readonly number[];
}

const load = workerData as Load;
const request = Buffer.from(load.request);
const OK = 'HTTP/1.1 200';
let requests = 0;
let latencies: number[] = [];
let stopped = false;

function ask(): void {
  const socket = connect(load.port, '127.0.0.1');
  socket.setNoDelay(true);
  let asked = performance.now();
  const again = (): void => {
    asked = performance.now();
    socket.write(request);
  };
  socket.once('connect', again);
  socket.on('data', (chunk) => {
    if (chunk.toString('latin1', 0, OK.length) !== OK) throw new Error(chunk.toString());
    requests += 1;
    if (requests % 10 === 0) latencies.push(performance.now() - asked);
    if (stopped) socket.destroy();
    else again();
  });
}

for (let index = 0; index < load.connections; index++) ask();
await wait(load.warmupSeconds * 1_000);
requests = 0;
latencies = [];
parentPort?.postMessage('warm');
const began = performance.now();
await wait(load.seconds * 1_000);
stopped = true;
const result: Result = { requests, seconds: (performance.now() - began) / 1_000, latencies };
parentPort?.postMessage(result);
