import type { Queries } from '@karat/platform/db';
import type { WalletDeps } from './deps.ts';
import { readFiatRates, saveFiatRates } from './store.ts';
import type { FiatRate } from './store.ts';

/** Rates are read again after a day. */
const KEEP_MS = 24 * 3_600_000;
/** After a failure the provider is left alone for a while. */
const RETRY_MS = 15 * 60_000;

export interface FiatRates {
  /** The kept rates, at once. If they are older than a day the provider is asked in the background. */
  current(queries: Queries): Promise<readonly FiatRate[]>;
  /** Asks the provider if the rates are old; resolves when that is done. A failure is only logged. */
  refresh(): Promise<void>;
}

export function createFiatRates({ ctx, fiatRates: source }: WalletDeps): FiatRates {
  let failedAt: number | undefined;
  let running: Promise<void> | undefined;

  /** A provider need not know every currency: one fresh rate of its own tells when it was asked. */
  const isOld = (rates: readonly FiatRate[], now: number): boolean =>
    !rates.some(({ source: from, savedAt }) => from === source?.name && now - savedAt < KEEP_MS);

  const ask = async (): Promise<void> => {
    if (!source) return;
    try {
      await saveFiatRates(ctx.db, await source.read(), source.name, ctx.clock.now());
      failedAt = undefined;
    } catch (error) {
      failedAt = ctx.clock.now();
      ctx.log.warn({ err: error, source: source.name }, 'fiat rates could not be read; the kept ones stay');
    }
  };
  const askOnce = (): Promise<void> => (running ??= ask().finally(() => (running = undefined)));
  const isDue = (rates: readonly FiatRate[]): boolean => {
    const now = ctx.clock.now();
    return (
      source !== undefined && isOld(rates, now) && (failedAt === undefined || now - failedAt >= RETRY_MS)
    );
  };

  return {
    async current(queries) {
      const rates = await readFiatRates(queries);
      if (isDue(rates)) void askOnce();
      return rates;
    },
    async refresh() {
      if (isDue(await readFiatRates(ctx.db))) await askOnce();
    },
  };
}
