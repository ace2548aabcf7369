import { announceWork } from '@karat/domains/content';
import { readUsersAfter } from '@karat/domains/identity';
import { applyRetention, startRetention } from '@karat/platform/outbox';
import { createWorker } from '@karat/platform/work';
import type { Container } from './container.ts';

/** Pushes at a time: a slow push service delays few others. */
const PUSH_WORKERS = 4;

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

/** Due work, and separately the hand-over to providers, which may be slow. */
export async function startWork({
  ctx,
  identity,
  credentials,
  compliance,
  fiat,
  messages,
  stocks,
  copytrade,
  mining,
  dual,
  gifts,
  growth,
  launchpad,
  loans,
  nft,
  games,
  options,
  daily,
  portfolio,
  withdrawals,
  deposits,
  mail,
  sms,
}: Container): Promise<() => Promise<void>> {
  await identity.start();
  await credentials.start();
  await messages.start();
  await withdrawals.start();
  await deposits.startSweeps();
  await compliance.start();
  await fiat.start();
  await startRetention(ctx);
  const apart = { batch: 1, runsUntrusted: true };
  const workers = [
    createWorker(ctx, {
      ...identity.work,
      ...credentials.work,
      ...messages.work,
      ...announcements({ ctx, identity, messages }),
      ...stocks.work,
      ...copytrade.work,
      ...fiat.work,
      ...applyRetention(ctx),
    }),
    ...Array.from({ length: PUSH_WORKERS }, () => createWorker(ctx, messages.pushWork, apart)),
    createWorker(ctx, withdrawals.work, { batch: 1 }),
    createWorker(ctx, deposits.sweepWork, { batch: 1 }),
    createWorker(ctx, compliance.work, apart),
    // Each request to a payment provider in its own transaction: a slow one delays no other.
    createWorker(ctx, fiat.providerWork, apart),
    createWorker(ctx, { ...mail.work, ...sms.work }, { runsUntrusted: true }),
  ];
  for (const worker of workers) worker.start();
  const settlers = [
    options.settler,
    dual.settler,
    gifts.worker,
    growth.worker,
    loans.worker,
    mining.worker,
    launchpad.worker,
    nft.worker,
    games.worker,
    portfolio.worker,
    daily.worker,
  ];
  for (const settler of settlers) settler.start();
  const running = [...workers, ...settlers];
  return async () => void (await Promise.all(running.map((each) => each.stop())));
}
