import { outsideTransaction } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import type { WalletDeps } from './deps.ts';
import { readFiatRates, renewFiatRates, saveFiatRates } from './store.ts';
import type { FiatRate } from './store.ts';

/** Age from which rates are refreshed: half of the day for which purchases use them. */
const KEEP_MS = DAY_MS / 2;
/** Pause after a failure of the provider. */
const RETRY_MS = 15 * MINUTE_MS;

export interface FiatRates {
  /** Returns the stored rates at once. If they are older than half a day, refreshes them in the background. */
  current(queries: Queries): Promise<readonly FiatRate[]>;
  /** Refreshes old rates; resolves when this, or a refresh under way, is done. Logs a failure. */
  refresh(): Promise<void>;
  /** A demonstration goes on with its old rates, as simulated ones of now; otherwise nothing changes. */
  simulate(): Promise<void>;
}

/** Source of the rates of a demonstration whose provider is away. */
export const SIMULATED_RATES = 'simulated';

export function createFiatRates({ ctx, fiatRates: source }: WalletDeps): FiatRates {
  let failedAt: number | undefined;
  let running: Promise<void> | undefined;

  /** A provider may not have every currency: one fresh rate of its own shows when it was read. */
  const isOld = (rates: readonly FiatRate[], now: number): boolean =>
    !rates.some(({ source: from, savedAt }) => from === source?.name && now - savedAt < KEEP_MS);

  const simulate = async (): Promise<void> => {
    const now = ctx.clock.now();
    if (ctx.demo) await renewFiatRates(ctx.db, { before: now - KEEP_MS, source: SIMULATED_RATES, at: now });
  };

  const ask = async (): Promise<void> => {
    if (!source) return simulate();
    try {
      await saveFiatRates(ctx.db, await source.read(), source.name, ctx.clock.now());
      failedAt = undefined;
    } catch (error) {
      failedAt = ctx.clock.now();
      ctx.log.warn({ err: error, source: source.name }, 'fiat rates refresh failed, stored rates stay');
      await simulate();
    }
  };
  const askOnce = (): Promise<void> => (running ??= ask().finally(() => (running = undefined)));
  /** Callers do not wait for it, and may be in a transaction. */
  const askInBackground = (): void => {
    outsideTransaction(askOnce).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'fiat rates were not stored, stored rates stay'),
    );
  };
  const isDue = (rates: readonly FiatRate[]): boolean => {
    const now = ctx.clock.now();
    if (source === undefined) return ctx.demo && rates.some(({ savedAt }) => now - savedAt >= KEEP_MS);
    return isOld(rates, now) && (failedAt === undefined || now - failedAt >= RETRY_MS);
  };

  return {
    async current(queries) {
      const rates = await readFiatRates(queries);
      if (isDue(rates)) askInBackground();
      return rates;
    },
    async refresh() {
      // After a failure nothing is due while the simulated rates are still being stored.
      if (isDue(await readFiatRates(ctx.db)) || running) await askOnce();
    },
    simulate,
  };
}
