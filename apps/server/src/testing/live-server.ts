import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundleProgram, ServerProcess } from '@karat/testkit';
import type { ServerProcessOptions } from '@karat/testkit';
import { apiClientAt } from './api-client.ts';
import type { CallOptions, CallReply, ApiClient } from './api-client.ts';

const AUDIT = resolve(import.meta.dirname, '../../audit.ts');
const run = promisify(execFile);
/** Validity of an authenticator code. */
const CODE_MS = 30_000;
/** A price of the new time comes with the next second. */
const PRICE_MS_MAX = 10_000;

/** The real server with active users: calls over HTTP, a clock under control, balances recomputed by the audit command. */
export interface LiveServer extends ApiClient {
  readonly server: ServerProcess;
  /** Returns the result of a call: `ok`, or the code of the refusal. */
  outcome(path: string, asking: CallOptions): Promise<string>;
  /** Makes many calls concurrently. */
  atOnce(asked: readonly (readonly [string, CallOptions])[]): Promise<CallReply[]>;
  /** Moves the clock and waits until prices are those of the new time. */
  pass(ms: number): Promise<void>;
  /** Returns password and an unused code of each of these operators. */
  proofs(...roles: readonly string[]): Promise<{ readonly password: string; readonly totp: string }[]>;
  /** Returns the output of the audit command; throws if it finds differences. */
  audit(): Promise<string>;
  close(): Promise<void>;
}

/** Result of a reply. */
export const outcomeOf = ({ type, error }: CallReply): string => error ?? type;

export async function openLiveServer(options: ServerProcessOptions = {}): Promise<LiveServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-floor-'));
  const server = await ServerProcess.start(dataDir, { shift: 0, ...options });
  const asker = apiClientAt(server.url);
  const fresh = async (): Promise<boolean> => {
    const { stale } = await asker.reply('market/index', { body: { match_id: 1 } });
    return !stale;
  };
  const pass = async (ms: number): Promise<void> => {
    await server.turn(ms);
    const late = Date.now() + PRICE_MS_MAX;
    // Polling waits for the next tick.
    while (!(await fresh())) if (Date.now() > late) throw new Error('no price of the new time');
  };
  return {
    ...asker,
    server,
    pass,
    outcome: async (path, asking) => outcomeOf(await asker.ask(path, asking)),
    atOnce: (asked) => Promise.all(asked.map(([path, asking]) => asker.ask(path, asking))),
    async proofs(...roles) {
      await pass(CODE_MS);
      return Promise.all(
        roles.map(async (role) => {
          const { password, totp } = await asker.proofOf(role);
          return { password, totp };
        }),
      );
    },
    async audit() {
      const { stdout } = await run(process.execPath, [await bundleProgram(AUDIT)], {
        env: { ...process.env, KARAT_DATA: dataDir },
      });
      return stdout.trim();
    },
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
