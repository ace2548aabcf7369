import './src/memory.ts';
import { flushCompileCache } from 'node:module';
import { readConfig } from './src/config.ts';
import { outputFor } from './src/output.ts';
import { createServer } from './src/server.ts';
import { stopOnSignals } from './src/signals.ts';

const output = outputFor(process.env);
let hasFailed = false;
function fail(failure: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  output.failed(failure);
}

const started = performance.now();
const stop = new AbortController();
try {
  const chains = process.argv.includes('--chains') ? { KARAT_TEST_CHAINS: '1' } : {};
  const config = readConfig({ ...process.env, ...chains });
  const stopping = stopOnSignals(output);
  void stopping.then(() => stop.abort());
  const server = await createServer(
    config,
    undefined,
    (failure) => failure === stop.signal.reason || fail(failure),
    stop.signal,
  );
  output.started(server, config, performance.now() - started);
  // At the exit Node would write it anyway, but a killed process would not.
  flushCompileCache();
  const lost = await Promise.race([stopping, server.lost]);
  if (lost) fail(lost);
  await server.close();
  process.exit(lost ? 1 : 0);
} catch (failure) {
  // A standby that was asked to stop has nothing to report.
  if (failure === stop.signal.reason) process.exit(0);
  fail(failure);
  process.exit(1);
}
