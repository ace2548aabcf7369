import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '@karat/testkit';
import { People } from './money-crash-people.ts';
import type { MoneyCrashReport } from './money-crash-people.ts';

/** Ways to kill. */
const KILLS = 3;

/** The database alone, then the server; the server alone; both at once: in turns. */
async function kill(server: ServerProcess, people: People, round: number): Promise<void> {
  const turn = round % KILLS;
  if (turn === 0) {
    server.killPostmaster();
    await people.recovered();
  }
  people.willBeKilled();
  await server.kill(turn === 2);
}

/**
 * Kills the server at random moments while money moves over every path: the server alone, with its database, or the
 * database alone under the running server. After each restart every request is repeated with its key, and the rows
 * must hold one effect for each. Throws with the violations.
 */
export async function crashMoney(
  rounds: number,
  print: (line: string) => void = () => undefined,
): Promise<MoneyCrashReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-money-crash-'));
  const people = new People();
  try {
    for (let round = 0; round <= rounds; round++) {
      const server = await ServerProcess.start(dataDir);
      try {
        await people.arrive(server.url);
        const wrong = [...(await people.askAgain()), ...(await people.check(server.db))];
        if (wrong.length > 0) throw new Error(`after crash ${round}:\n${wrong.slice(0, 20).join('\n')}`);
        print(`crash ${round}: ${JSON.stringify(people.report)}`);
        const living = round < rounds ? people.live() : undefined;
        if (living) await new Promise((passed) => setTimeout(passed, 500 + Math.random() * 2_500));
        await (living ? kill(server, people, round) : server.stop());
        await living;
      } finally {
        await server.kill(false);
      }
    }
    return people.report;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
