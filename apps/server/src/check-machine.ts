import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { directoryInUse, lockHolder } from '@karat/platform/postgres';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';

/** Checks the machine before anything is started: the data directory, folders, the port. */
export async function checkMachine(config: Config): Promise<void> {
  const database = join(config.dataDir, 'database');
  const holder = config.databaseUrl === undefined ? lockHolder(database) : undefined;
  if (holder !== undefined) throw directoryInUse(holder, database);
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 });
  await access(config.dataDir, constants.W_OK);
  if (config.port !== 0) await checkPort(config);
}

async function checkPort(config: Config): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port: config.port, host: config.host }, resolve);
    });
  } catch (failure) {
    throw portRefusal(config, failure) ?? failure;
  }
  await new Promise((closed) => void server.close(closed));
}

/** Returns the message for an address that cannot be listened on; undefined for any other failure. */
export function portRefusal({ host, port }: Config, failure: unknown): ConfigError | undefined {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `port ${port} is taken: stop the other program, or choose another with PORT=${port + 1}.`,
    );
  if (code === 'EACCES')
    return new ConfigError(`port ${port} is not allowed: choose one above 1023 with PORT=3000.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`HOST ${host} is not an address of this machine.`);
  return undefined;
}
