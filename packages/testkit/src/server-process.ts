import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { placeDemoKeys } from './demo-keys.ts';
import { bundleProgram } from './program-bundle.ts';

const MAIN = resolve(import.meta.dirname, '../../../apps/server/main.ts');
const SHIFTED_CLOCK = resolve(import.meta.dirname, 'shifted-clock.ts');
const START_MS_MAX = 120_000;

export interface ServerProcessOptions {
  /** Environment variables besides those of a quiet demonstration without rate limits. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Difference of its clock to the machine's, ms; required for changes of the clock. */
  readonly shift?: number;
}

/** The real server as a separate process, on an embedded durable database in its own directory. */
export class ServerProcess {
  readonly url: string;
  readonly db: Database;
  readonly #child: ChildProcess;
  readonly #dataDir: string;
  readonly #printed: () => string;
  #shift: number;

  private constructor(
    url: string,
    child: ChildProcess,
    dataDir: string,
    shift: number,
    printed: () => string,
  ) {
    this.#printed = printed;
    this.url = url;
    this.#child = child;
    this.#dataDir = dataDir;
    this.#shift = shift;
    const database = join(dataDir, 'database');
    const password = readFileSync(join(database, 'password'), 'utf8').trim();
    const sockets = encodeURIComponent(join(database, 'run'));
    this.db = openDatabase({
      url: `postgresql://karat:${password}@localhost:5432/karat?host=${sockets}`,
      connections: 1,
    });
  }

  /** Resolves when it has ended by itself, with its exit code and output. */
  async ended(): Promise<{ readonly code: number | null; readonly printed: string }> {
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    return { code: this.#child.exitCode, printed: this.#printed() };
  }

  static async start(dataDir: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const { settings, shift } = options;
    const env = {
      ...process.env,
      KARAT_DATA: dataDir,
      PORT: '0',
      KARAT_BOTS: '0',
      KARAT_HISTORY_CANDLES: '20',
      KARAT_RATE_FACTOR: '100000',
      // Tests of withdrawals name no owner of the wallet.
      KARAT_TRAVEL_RULE_USDT: '0',
      // The clock is wrong on purpose.
      ...(shift === undefined ? {} : { KARAT_TEST_SHIFT: String(shift), KARAT_CLOCK_JUMP_MS: '0' }),
      ...settings,
    };
    const turned = shift === undefined ? [] : ['--import', SHIFTED_CLOCK];
    await placeDemoKeys(dataDir);
    const child = spawn(process.execPath, [...turned, await bundleProgram(MAIN)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
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
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.on('exit', () => failed(new Error(`the server ended: ${printed}`)));
    });
    return new ServerProcess(url, child, dataDir, shift ?? 0, () => printed);
  }

  /** Returns its present time, unix ms. */
  now(): number {
    return Date.now() + this.#shift;
  }

  /** Moves its clock by a number of ms; only if it was started with a `shift`. */
  async turn(ms: number): Promise<void> {
    this.#shift += ms;
    const turned = once(this.#child, 'message');
    this.#child.send(this.#shift);
    await turned;
  }

  /** Kills the main process of the database and nothing else; returns its pid. */
  killPostmaster(): number {
    const file = join(this.#dataDir, 'database/cluster/postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** Kills the process, and the database's processes too if requested. */
  async kill(databaseToo: boolean): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    if (databaseToo) this.killPostmaster();
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
