import './src/memory.ts';
import { flushCompileCache } from 'node:module';
import { readConfig } from './src/config.ts';
import { printBanner } from './src/banner.ts';
import { operatorMessageOf } from './src/operator-errors.ts';
import { createServer } from './src/server.ts';
import { stopOnSignals } from './src/signals.ts';

let said = false;
function say(failure: unknown): void {
  if (said) return;
  said = true;
  const text = operatorMessageOf(failure) ?? (failure instanceof Error ? failure.stack : String(failure));
  process.stderr.write(`karat: ${text}\n`);
}

const started = performance.now();
try {
  const chains = process.argv.includes('--chains') ? { KARAT_TEST_CHAINS: '1' } : {};
  const config = readConfig({ ...process.env, ...chains });
  const stopping = stopOnSignals();
  const server = await createServer(config, undefined, say);
  printBanner(server, config, performance.now() - started);
  // At the exit Node would write it anyway, but a killed process would not.
  flushCompileCache();
  const lost = await Promise.race([stopping, server.lost]);
  if (lost) say(lost);
  await server.close();
  process.exit(lost ? 1 : 0);
} catch (failure) {
  say(failure);
  process.exit(1);
}
