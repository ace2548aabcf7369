import { append } from '@karat/platform/audit';
import { findSecret, publishedKeys, replaceCanary, signerFromSeed } from '@karat/platform/crypto';
import { onDatabase } from './src/command.ts';
import { ConfigError } from './src/config.ts';
import { secretSources } from './src/secret-sources.ts';

const USAGE = `usage: npm run keys -- list
       npm run keys -- replace signing   makes KARAT_SIGNING_KEY, as it is set now, the key of this database
The hash key is for good: what is hashed and sealed with it could not be checked or opened any more.`;

/** Manages the secrets of a database: exit code 0 on success, 1 for a refusal, 2 if the database cannot be used. */
await onDatabase(async (db, config) => {
  const [verb, name] = process.argv.slice(2);
  if (verb === 'list') {
    for (const { id, purpose, publicKey, firstUsedMs } of await publishedKeys(db)) {
      const since = new Date(firstUsedMs).toISOString();
      process.stdout.write(`${id} ${purpose.padEnd(24)} ${publicKey.toString('hex')} since ${since}\n`);
    }
    return 0;
  }
  if (verb !== 'replace' || name !== 'signing') {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  const secret = await findSecret(secretSources(config).signing);
  if (secret === undefined) throw new ConfigError('KARAT_SIGNING_KEY is not set.');
  const { keyId } = signerFromSeed(secret);
  const at = Date.now();
  const replaced = await db.transact(async (tx) => {
    const changed = await replaceCanary(tx, name, secret, at);
    const entry = { actor: 'system', action: 'replace signing key', subject: `key:${keyId}`, detail: {}, at };
    if (changed) await append(tx, entry);
    return changed;
  });
  process.stdout.write(
    replaced
      ? `${keyId} is the signing key from the next start on.\n`
      : `${keyId} is the signing key already.\n`,
  );
  return 0;
});
