import { append } from '@karat/platform/audit';
import { findSecret, publishedKeys, replaceCanary, signerFromSeed } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { onDatabase } from './src/command.ts';
import { ConfigError } from './src/config.ts';
import type { Config } from './src/config.ts';
import { endHashKey, listHashKeys, resealRows } from './src/hash-key-commands.ts';
import { secretSources } from './src/secret-sources.ts';

const USAGE = `usage: npm run keys -- list
       npm run keys -- replace signing   makes KARAT_SIGNING_KEY, as it is set now, the key of this database
       npm run keys -- reseal            brings what is sealed and hashed with other keys under KARAT_HASH_KEY
       npm run keys -- end ID            ends sessions, devices and codes that still depend on another hash key`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function list(db: Database, config: Config): Promise<number> {
  for (const { id, purpose, publicKey, firstUsedMs } of await publishedKeys(db)) {
    const since = new Date(firstUsedMs).toISOString();
    say(`${id} ${purpose.padEnd(24)} ${publicKey.toString('hex')} since ${since}`);
  }
  await listHashKeys(db, config, say);
  return 0;
}

async function replaceSigning(db: Database, config: Config): Promise<number> {
  const secret = await findSecret(secretSources(config).signing);
  if (secret === undefined) throw new ConfigError('KARAT_SIGNING_KEY is not set.');
  const { keyId } = signerFromSeed(secret);
  const at = Date.now();
  const replaced = await db.transact(async (tx) => {
    const changed = await replaceCanary(tx, 'signing', secret, at);
    const entry = { actor: 'system', action: 'replace signing key', subject: `key:${keyId}`, detail: {}, at };
    if (changed) await append(tx, entry);
    return changed;
  });
  say(
    replaced ? `${keyId} is the signing key from the next start on.` : `${keyId} is the signing key already.`,
  );
  return 0;
}

/** Manages the secrets of a database: exit code 0 on success, 1 for a refusal, 2 if the database cannot be used. */
await onDatabase(async (db, config) => {
  const [verb, name] = process.argv.slice(2);
  if (verb === 'list') return list(db, config);
  if (verb === 'reseal') return resealRows(db, config, say);
  if (verb === 'end' && name !== undefined) return endHashKey(db, config, name, say);
  if (verb === 'replace' && name === 'signing') return replaceSigning(db, config);
  process.stderr.write(`${USAGE}\n`);
  return 1;
});
