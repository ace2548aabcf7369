import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { openShop } from '@karat/platform/testing';
import type { Load, Result } from './http-client.ts';

/**
 * Measures the cost of a request without its product: routing, form, session, rate limit, contract, envelope, metrics.
 * The client is a separate thread. Prints one line of JSON per number of connections; `per_core` divides by the
 * processor time of the server's thread. Arguments: seconds, and `fast` for the fast path instead of Node's parser.
 */
const SECONDS = Number(process.argv[2] ?? 8);
const fastPaths = process.argv[3] === 'fast' ? ['shop/basket'] : undefined;
const BODY = 'type=1&currency_id=1&legal_id=3&amount=0.01&target_price=30000&lang=en';

const http = await openShop(undefined, {
  checkReplies: false,
  proxies: 0,
  fastPaths,
  limits: { accountPerMinute: 1_000, addressPerMinute: 1_000, unknownTokensPerMinute: 5, factor: 1e9 },
});
await http.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = http.app.server.address() as AddressInfo;
const request = [
  'POST /api/shop/basket HTTP/1.1',
  'Host: bench',
  'Authorization: alice',
  'Content-Type: application/x-www-form-urlencoded',
  `Content-Length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n');

for (const connections of [16, 64]) {
  const load: Load = { port, connections, seconds: SECONDS, warmupSeconds: 2, request };
  const worker = new Worker(new URL('http-client.ts', import.meta.url), { workerData: load });
  await once(worker, 'message');
  const before = process.threadCpuUsage();
  const [result] = (await once(worker, 'message')) as [Result];
  const cpu = process.threadCpuUsage(before);
  const core = (cpu.user + cpu.system) / 1e6 / result.seconds;
  const rate = result.requests / result.seconds;
  const sorted = result.latencies.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 100) / 100;
  const latency_ms = { p50: at(0.5), p99: at(0.99) };
  process.stdout.write(
    `${JSON.stringify({ connections, per_second: Math.round(rate), core_percent: Math.round(core * 100), per_core: Math.round(rate / core), latency_ms })}\n`,
  );
  await worker.terminate();
}
await http.close();
process.exit(0);
