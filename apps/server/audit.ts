import { auditLedger } from '@karat/domains/ledger';
import { onDatabase } from './src/command.ts';

/** Recomputes the books: exit code 0 when every balance is what its postings say, 1 at any difference, 2 when it cannot be read. */
await onDatabase(async (db) => {
  const { differences, ...counts } = await auditLedger(db);
  for (const difference of differences) process.stderr.write(`DIFFERENCE ${difference}\n`);
  const read = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const verdict = differences.length === 0 ? 'OK' : `DIFFERENCES: ${differences.length}`;
  process.stdout.write(`${verdict} (${read.join(', ')})\n`);
  return differences.length === 0 ? 0 : 1;
});
