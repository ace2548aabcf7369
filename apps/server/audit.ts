import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditAndRecord } from '@karat/domains/ledger';
import { auditPortfolios } from '@karat/domains/portfolio';
import { AUDIT_KEY, readHeadsFile, verifyAudit } from '@karat/platform/audit';
import { derivedSigner, findSecret } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { AUDIT_HEADS_FILE } from './src/audit-heads.ts';
import { onDatabase } from './src/command.ts';
import { ConfigError } from './src/config.ts';
import type { Config } from './src/config.ts';
import { secretSources } from './src/secret-sources.ts';

const USAGE = `usage: npm run audit                 recomputes every balance from its postings
       npm run audit -- --log        checks the audit log: chain, signed heads, heads file
         --heads <file>              another copy of the heads file
         --key <hex>                 a public key that is trusted, where the signing key is not set; may be repeated`;
const PUBLIC_KEY = /^[0-9a-f]{64}$/i;

/** Prints differences and returns the exit code. */
function report(differences: readonly string[], read: readonly string[]): number {
  for (const difference of differences) process.stderr.write(`DIFFERENCE ${difference}\n`);
  const verdict = differences.length === 0 ? 'OK' : `DIFFERENCES: ${differences.length}`;
  process.stdout.write(`${verdict} (${read.join(', ')})\n`);
  return differences.length === 0 ? 0 : 1;
}

async function checkBooks(db: Database): Promise<number> {
  const { differences, ...counts } = await auditAndRecord(db, Date.now());
  return report(
    [...differences, ...(await auditPortfolios(db))],
    Object.entries(counts).map(([what, count]) => `${count} ${what}`),
  );
}

async function checkLog(
  db: Database,
  config: Config,
  heads: string,
  keys: readonly string[],
): Promise<number> {
  const secret = await findSecret(secretSources(config).signing);
  const trusted: Uint8Array[] = keys.map((key) => Buffer.from(key, 'hex'));
  if (secret) trusted.push(derivedSigner(secret, AUDIT_KEY).publicKey);
  if (trusted.length === 0)
    throw new ConfigError(
      'KARAT_SIGNING_KEY is not set: set it, or name the public key of audit-heads with --key.',
    );
  const {
    faults,
    entries,
    heads: count,
    unsigned,
  } = await verifyAudit({
    db,
    file: readHeadsFile(heads),
    trusted,
    now: Date.now(),
  });
  return report(faults, [`${entries} entries`, `${count} heads`, `${unsigned} not signed yet`]);
}

/** Exit code 0 without differences, 1 with differences, 2 if the database cannot be read. */
await onDatabase(async (db, config) => {
  const { values, fault } = readArguments();
  if (values === undefined || values.key?.some((key) => !PUBLIC_KEY.test(key)) === true)
    throw new ConfigError(`${fault ?? '--key must be 64 hex digits'}\n${USAGE}`);
  if (values.log !== true) return checkBooks(db);
  return checkLog(db, config, values.heads ?? join(config.dataDir, AUDIT_HEADS_FILE), values.key ?? []);
});

function readArguments() {
  const options = {
    log: { type: 'boolean' },
    heads: { type: 'string' },
    key: { type: 'string', multiple: true },
  } as const;
  try {
    return { values: parseArgs({ options, allowPositionals: true }).values, fault: undefined };
  } catch (failure) {
    return { values: undefined, fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
