import { keepSmall, startKeepingSmall } from '@karat/platform/outbox';
import { createWorker } from '@karat/platform/work';
import type { House } from './house.ts';

/** Due work, and beside it the hand-over to providers, which may be slow. */
export async function startWork({
  ctx,
  identity,
  credentials,
  fiat,
  messages,
  stocks,
  copytrade,
  options,
  withdrawals,
  mail,
  sms,
}: House): Promise<() => Promise<void>> {
  await identity.start();
  await credentials.start();
  await messages.start();
  await withdrawals.start();
  await startKeepingSmall(ctx);
  const workers = [
    createWorker(ctx, {
      ...identity.work,
      ...credentials.work,
      ...messages.work,
      ...stocks.work,
      ...copytrade.work,
      ...fiat.work,
      ...keepSmall(ctx),
    }),
    createWorker(ctx, withdrawals.work, { batch: 1 }),
    createWorker(ctx, { ...mail.work, ...sms.work, ...fiat.providerWork }, { runsUntrusted: true }),
  ];
  for (const worker of workers) worker.start();
  options.settler.start();
  const running = [...workers, options.settler];
  return async () => void (await Promise.all(running.map((each) => each.stop())));
}
