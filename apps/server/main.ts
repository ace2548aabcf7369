import { MigrationError } from '@karat/platform/db';
import { SecretError } from '@karat/platform/crypto';
import { StartRefused } from '@karat/platform/postgres';
import { ConfigError, readConfig } from './src/config.ts';
import { greet } from './src/greeting.ts';
import { createServer } from './src/server.ts';
import { stopOnSignals } from './src/signals.ts';

/** What a person can mend is told in one line; anything else is a fault of ours and keeps its trace. */
const mendable = [ConfigError, StartRefused, SecretError, MigrationError];

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
  const line = mendable.some((kind) => failure instanceof kind) ? (failure as Error).message : undefined;
  process.stderr.write(
    line === undefined
      ? `karat: ${failure instanceof Error ? failure.stack : String(failure)}\n`
      : `karat: ${line}\n`,
  );
  process.exit(1);
}
