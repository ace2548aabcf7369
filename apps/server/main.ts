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
try {
  const chains = process.argv.includes('--chains') ? { KARAT_TEST_CHAINS: '1' } : {};
  const config = readConfig({ ...process.env, ...chains });
  const stopping = stopOnSignals(output);
  const server = await createServer(config, undefined, fail);
  output.started(server, config, performance.now() - started);
  // At the exit Node would write it anyway, but a killed process would not.
  flushCompileCache();
  const lost = await Promise.race([stopping, server.lost]);
  if (lost) fail(lost);
  await server.close();
  process.exit(lost ? 1 : 0);
} catch (failure) {
  fail(failure);
  process.exit(1);
}
