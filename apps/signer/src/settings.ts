import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { SecretError, openSecret } from '@karat/platform/crypto';
import { runningOn } from '@karat/platform/postgres';
import { systemRandom } from '@karat/platform/random';
import { writeDurably } from './durable.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly demo: boolean;
  /** Files of the signer alone: keystore, journal, policy, socket. */
  readonly directory: string;
  /** Files that it shares with the server. */
  readonly keys: string;
  readonly passphrase: string;
  readonly line: Buffer;
  readonly bitcoin: 'main' | 'test' | 'regtest';
  /** Returns the address of the database; called for each connection, because an embedded one starts after the signer. */
  readonly databaseUrl: () => string | undefined;
}

const root = resolve(import.meta.dirname, '../../..');
const variants = ['main', 'test', 'regtest'] as const;

/**
 * In a demonstration a passphrase is created once and stored beside the shared keys; in production it comes from the
 * environment.
 */
function passphraseOf(env: Env, demo: boolean, keys: string): string {
  const given = env['KARAT_SIGNER_PASSPHRASE'];
  if (given !== undefined && given !== '') return given;
  if (!demo) throw new SecretError('KARAT_SIGNER_PASSPHRASE is not set');
  const path = join(keys, 'signer-passphrase');
  if (!existsSync(path)) writeDurably(path, randomBytes(24).toString('base64url'));
  return readFileSync(path, 'utf8');
}

export async function readSettings(env: Env): Promise<Settings> {
  const production =
    (env['KARAT_MODE'] ?? (env['NODE_ENV'] === 'production' ? 'production' : 'demo')) !== 'demo';
  const data = resolve(env['KARAT_DATA'] ?? join(root, '.karat'));
  const [directory, keys] = [join(data, 'signer'), join(data, 'keys')];
  for (const each of [directory, keys]) mkdirSync(each, { recursive: true, mode: 0o700 });
  const configured = env['KARAT_SIGNER_DATABASE_URL'] ?? env['DATABASE_URL'];
  const variant = variants.find((each) => each === env['KARAT_BITCOIN_CHAIN']);
  return {
    demo: !production,
    directory,
    keys,
    passphrase: passphraseOf(env, !production, keys),
    line: await openSecret({
      name: 'signer-line',
      configured: env['KARAT_SIGNER_LINE_KEY'],
      variable: 'KARAT_SIGNER_LINE_KEY',
      directory: keys,
      demo: !production,
      random: systemRandom,
    }),
    bitcoin: variant ?? (production ? 'main' : 'regtest'),
    databaseUrl: () => configured ?? runningOn(join(data, 'database')),
  };
}
