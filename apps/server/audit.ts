import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { openDatabase } from '@karat/platform/db';
import { StartRefused, runningOn, startEmbedded } from '@karat/platform/postgres';
import { ConfigError, readConfig } from './src/config.ts';
import type { Config } from './src/config.ts';

/** The configured database, the embedded one of a running server, or the embedded one started for this purpose. */
async function database({ databaseUrl, dataDir }: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = join(dataDir, 'database');
  const url = databaseUrl ?? runningOn(directory);
  if (url !== undefined) return { url, stop: async () => undefined };
  if (!existsSync(directory))
    throw new ConfigError(`${directory} holds no database: nothing has been started there yet.`);
  return startEmbedded({ dataDir: directory, durable: true });
}

/** Recomputes the books: exit code 0 when every balance is what its postings say, 1 at any difference, 2 when it cannot be read. */
async function main(): Promise<number> {
  const source = await database(readConfig(process.env));
  const db = openDatabase({ url: source.url, connections: 1 });
  try {
    const { differences, ...counts } = await auditLedger(db);
    for (const difference of differences) process.stderr.write(`DIFFERENCE ${difference}\n`);
    const read = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    const verdict = differences.length === 0 ? 'OK' : `${differences.length} DIFFERENCES`;
    process.stdout.write(`${verdict}: ${read.join(', ')}\n`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await source.stop();
  }
}

process.exitCode = await main().catch((failure: unknown) => {
  const mendable = failure instanceof ConfigError || failure instanceof StartRefused;
  const trace = failure instanceof Error ? failure.stack : String(failure);
  process.stderr.write(`karat: ${mendable ? failure.message : trace}\n`);
  return 2;
});
