import { announceWork } from '@karat/domains/content';
import { readUsersAfter } from '@karat/domains/identity';
import { applyRetention, startRetention } from '@karat/platform/outbox';
import { applyMonths, startMonths } from '@karat/platform/partitions';
import { createAgenda, createWorker } from '@karat/platform/work';
import type { WorkHandlers, Worker, WorkerOptions } from '@karat/platform/work';
import type { Container } from './container.ts';

/** Pushes at a time: a slow push service delays few others. */
const PUSH_WORKERS = 4;

/** Half of a worker's pause between two polls, so that work is seen 50 ms later at most. */
const AGENDA_MS = 50;

/** Announcements to all users, each in the language of the account. */
const announcements = ({ ctx, identity, messages }: Pick<Container, 'ctx' | 'identity' | 'messages'>) =>
  announceWork(ctx, {
    messages,
    readersAfter: async (db, after, limit) => {
      const users = await readUsersAfter(db, after, limit);
      return identity.users(
        db,
        users.map(({ userId }) => userId),
      );
    },
  });

/** Workers of due work, and separately of the hand-over to providers, which may be slow. */
function workersOf(container: Container): readonly Worker[] {
  const { ctx, identity, credentials, compliance, fiat, messages, stocks, copytrade } = container;
  const { withdrawals, deposits, mail, sms } = container;
  const apart = { batch: 1, runsUntrusted: true };
  const agenda = createAgenda(ctx, AGENDA_MS);
  const worker = (handlers: WorkHandlers, options: WorkerOptions = {}): Worker =>
    createWorker(ctx, handlers, { ...options, agenda });
  return [
    worker({
      ...identity.work,
      ...credentials.work,
      ...messages.work,
      ...announcements({ ctx, identity, messages }),
      ...stocks.work,
      ...copytrade.work,
      ...fiat.work,
      ...applyRetention(ctx),
      ...applyMonths(ctx),
    }),
    ...Array.from({ length: PUSH_WORKERS }, () => worker(messages.pushWork, apart)),
    worker(withdrawals.work, { batch: 1 }),
    worker(deposits.sweepWork, { batch: 1 }),
    worker(compliance.work, apart),
    // Each request to a payment provider in its own transaction: a slow one delays no other.
    worker(fiat.providerWork, apart),
    worker({ ...mail.work, ...sms.work }, { runsUntrusted: true }),
  ];
}

/** Workers of single products, each with due rows of its own. */
const settlersOf = (container: Container): readonly Pick<Worker, 'start' | 'stop'>[] => [
  container.options.settler,
  container.dual.settler,
  container.gifts.worker,
  container.growth.worker,
  container.loans.worker,
  container.mining.worker,
  container.launchpad.worker,
  container.nft.worker,
  container.games.worker,
  container.portfolio.worker,
  container.daily.worker,
];

/** Starts all due work; the result stops it. */
export async function startWork(container: Container): Promise<() => Promise<void>> {
  const { ctx, identity, credentials, compliance, fiat, messages, withdrawals, deposits } = container;
  await identity.start();
  await credentials.start();
  await messages.start();
  await withdrawals.start();
  await deposits.startSweeps();
  await compliance.start();
  await fiat.start();
  await startRetention(ctx);
  await startMonths(ctx);
  const running = [...workersOf(container), ...settlersOf(container)];
  for (const each of running) each.start();
  return async () => void (await Promise.all(running.map((each) => each.stop())));
}
