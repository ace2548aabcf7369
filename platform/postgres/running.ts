import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { NAME, layoutOf } from './cluster.ts';
import { processesIn } from './processes.ts';

/** Lines of PostgreSQL's pid file: pid, directory, start, port, socket directory, address, memory, state. */
const LINE = { pid: 0, port: 3, sockets: 4, state: 7 } as const;

/**
 * Returns the address of the server that runs on a directory, for a second program that only reads; undefined if there
 * is none. The process that started it may stop it at any time.
 */
export function runningOn(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const layout = layoutOf(realpathSync(dataDir));
  const file = join(layout.cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const pid = Number(lines[LINE.pid]);
  if (lines[LINE.state] !== 'ready' || !processesIn(layout.cluster, pid).includes(pid)) return undefined;
  const password = readFileSync(layout.password, 'utf8').trim();
  const sockets = encodeURIComponent(lines[LINE.sockets] ?? layout.run);
  return `postgresql://${NAME}:${password}@localhost:${lines[LINE.port]}/${NAME}?host=${sockets}`;
}
