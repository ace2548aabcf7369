import { readConfig } from './src/config.ts';
import { greet } from './src/greeting.ts';
import { lineOf } from './src/mendable.ts';
import { createServer } from './src/server.ts';
import { stopOnSignals } from './src/signals.ts';

const started = performance.now();
try {
  const config = readConfig(process.env);
  const stopping = stopOnSignals();
  const server = await createServer(config);
  greet(server, config, performance.now() - started);
  await stopping;
  await server.close();
  process.exit(0);
} catch (failure) {
  const told = lineOf(failure) ?? (failure instanceof Error ? failure.stack : String(failure));
  process.stderr.write(`karat: ${told}\n`);
  process.exit(1);
}
