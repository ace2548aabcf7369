import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import type { ContractsPort } from '../deps.ts';
import { FIGURES } from '../figures.ts';
import { tradersFixture } from './traders-fixture.ts';

/**
 * A process that takes the hourly snapshots that are due at a moment, for tests that kill it: it ends itself at the n-th time that
 * it comes to a step.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    now: { type: 'string' },
    step: { type: 'string' },
    at: { type: 'string' },
  },
});
const db = openDatabase({ url: values.url ?? '', connections: 3 });
let seen = 0;
const onStep = (step: string): void => {
  if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
};
/** The port with a step before each read. */
const stepping = (port: ContractsPort): Pick<ContractsPort, 'equityAt' | 'filledPositions'> => {
  const before = { ...port };
  return {
    equityAt(...given) {
      onStep('snapshot');
      return before.equityAt(...given);
    },
    filledPositions(...given) {
      onStep('figures');
      return before.filledPositions(...given);
    },
  };
};
const { ctx, deps, copytrade } = tradersFixture(db, Number(values.now));
Object.assign(deps.contracts, stepping(deps.contracts));
const work = copytrade.work[FIGURES];
await createWorker(ctx, {
  [FIGURES]: async (tx, item) => {
    onStep('claimed');
    await work?.(tx, item);
    onStep('done');
  },
}).runDue();
await db.close();
