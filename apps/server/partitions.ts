import { listPartitions } from '@karat/platform/partitions';
import type { Partition } from '@karat/platform/partitions';
import { onDatabase } from './src/command.ts';
import { ConfigError } from './src/config.ts';
import { attach, detach } from './src/partitions.ts';

const USAGE = `usage: npm run partitions                    lists the partitions of all tables that are kept by month
       npm run partitions -- detach <name>   takes the oldest one of a table into the schema \`detached\` (docs/operation/partitions.md)
       npm run partitions -- attach <name>   puts the one that was detached last back`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const day = (until: number | null): string =>
  until === null ? '-' : new Date(until).toISOString().slice(0, 10);
const line = ({ name, until, rows, bytes, attached }: Partition): string =>
  [
    name.padEnd(34),
    day(until).padEnd(10),
    String(rows).padStart(12),
    String(Math.ceil(bytes / 1_048_576)).padStart(8),
    attached ? 'attached' : 'detached',
  ].join('  ');

await onDatabase(async (db) => {
  const [action, name, ...rest] = process.argv.slice(2);
  if (action === undefined) {
    const head = ['partition'.padEnd(34), 'until'.padEnd(10), 'rows (est.)'.padStart(12), 'MiB'.padStart(8)];
    // Written at once: a reader such as `head` may leave after some lines.
    say([head.join('  '), ...(await listPartitions(db)).map(line)].join('\n'));
    return 0;
  }
  if (name === undefined || rest.length > 0 || (action !== 'detach' && action !== 'attach'))
    throw new ConfigError(USAGE);
  await (action === 'detach' ? detach(db, name, Date.now()) : attach(db, name));
  say(`OK ${name} is ${action}ed`);
  return 0;
});
