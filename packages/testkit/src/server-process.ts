import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';

const MAIN = resolve(import.meta.dirname, '../../../apps/server/main.ts');
const START_MS_MAX = 120_000;

/** The real server as a process of its own, on an embedded durable database in a directory of its own. */
export class ServerProcess {
  readonly url: string;
  readonly db: Database;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(url: string, child: ChildProcess, dataDir: string) {
    this.url = url;
    this.#child = child;
    this.#dataDir = dataDir;
    const database = join(dataDir, 'database');
    const password = readFileSync(join(database, 'password'), 'utf8').trim();
    const sockets = encodeURIComponent(join(database, 'run'));
    this.db = openDatabase({
      url: `postgresql://karat:${password}@localhost:5432/karat?host=${sockets}`,
      connections: 1,
    });
  }

  static async start(dataDir: string): Promise<ServerProcess> {
    const env = {
      ...process.env,
      KARAT_DATA: dataDir,
      PORT: '0',
      KARAT_BOTS: '0',
      KARAT_RATE_FACTOR: '100000',
    };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const url = await new Promise<string>((found, failed) => {
      const late = setTimeout(
        () => failed(new Error(`no server after ${START_MS_MAX} ms: ${printed}`)),
        START_MS_MAX,
      );
      const read = (text: Buffer): void => {
        printed += text.toString();
        const address = /App +(http:\/\/\S+?)\/?\n/.exec(printed)?.[1];
        if (address !== undefined) {
          clearTimeout(late);
          found(address);
        }
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', () => failed(new Error(`the server ended: ${printed}`)));
    });
    return new ServerProcess(url, child, dataDir);
  }

  /** Ends the process at once, and the database's processes too if wanted. */
  async kill(databaseToo: boolean): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    if (databaseToo) {
      const pid = Number(
        readFileSync(join(this.#dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0],
      );
      process.kill(pid, 'SIGKILL');
    }
    this.#child.kill('SIGKILL');
    await gone;
    await this.db.close().catch(() => undefined);
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    await this.db.close();
    this.#child.kill('SIGTERM');
    await gone;
  }
}
