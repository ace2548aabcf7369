import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '@karat/testkit';
import type { ServerProcessOptions } from '@karat/testkit';
import { askerAt } from './ask.ts';
import type { Ask, Answered, Asker } from './ask.ts';

const AUDIT = resolve(import.meta.dirname, '../../audit.ts');
const run = promisify(execFile);
/** An authenticator shows another code after so long. */
const CODE_MS = 30_000;
/** A price of the new time comes with the next second. */
const PRICE_MS_MAX = 10_000;

/** The real server with people at it: asked over HTTP, its clock turned, its books recomputed by the command of operators. */
export interface Floor extends Asker {
  readonly server: ServerProcess;
  /** What a call answered, however it ended; `ok`, or the code of the refusal. */
  outcome(path: string, asking: Ask): Promise<string>;
  /** Asks many things at the same time. */
  atOnce(asked: readonly (readonly [string, Ask])[]): Promise<Answered[]>;
  /** Turns the clock and waits until prices are those of the new time. */
  pass(ms: number): Promise<void>;
  /** Password and a code that nobody has used of each of these operators. */
  proofs(...roles: readonly string[]): Promise<{ readonly password: string; readonly totp: string }[]>;
  /** What the command that recomputes the books says; throws where they differ. */
  audit(): Promise<string>;
  close(): Promise<void>;
}

/** How an answer ended. */
export const outcomeOf = ({ type, error }: Answered): string => error ?? type;

export async function openFloor(options: ServerProcessOptions = {}): Promise<Floor> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-floor-'));
  const server = await ServerProcess.start(dataDir, { shift: 0, ...options });
  const asker = askerAt(server.url);
  const fresh = async (): Promise<boolean> => {
    const { stale } = await asker.reply('market/index', { body: { match_id: 1 } });
    return !stale;
  };
  const pass = async (ms: number): Promise<void> => {
    await server.turn(ms);
    const late = Date.now() + PRICE_MS_MAX;
    // Asking again and again is waiting for the next tick.
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
      const { stdout } = await run(process.execPath, [AUDIT], {
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
