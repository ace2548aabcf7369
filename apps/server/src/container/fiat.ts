import { readFile } from 'node:fs/promises';
import { NO_OFFERS, createFiat, demoOffers, readOffers } from '@karat/domains/fiat';
import type { Fiat, Offers } from '@karat/domains/fiat';
import type { Wallet } from '@karat/domains/wallet';
import { createPaymentSimulator } from '@karat/platform/payments';
import type { PaymentSimulator } from '@karat/platform/payments';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';

export interface FiatServices {
  readonly fiat: Fiat;
  /** Takes no money; demonstrations only. */
  readonly paymentSimulator: PaymentSimulator | undefined;
}

/** Fiat purchases and sales, with their payment provider. */
export async function createFiatServices(
  { config, ctx, lasting, platform, ledger, messages, verification, compliance }: CoreServices & People,
  wallet: Wallet,
): Promise<FiatServices> {
  const paymentSimulator = ctx.demo
    ? createPaymentSimulator(
        lasting.paymentSimulator,
        () => ctx.clock.now(),
        async ({ signature, body }) => void (await fiat.webhook(signature, body)),
      )
    : undefined;
  const fiat = createFiat({
    ctx,
    ledger,
    messages,
    provider: paymentSimulator,
    screening: compliance.screening,
    monitoring: compliance.monitoring,
    files: platform.files,
    offers: await offersOf(config),
    rates: (db) => wallet.rates.current(db),
    levelOf: (db, user) => verification.levelOf(db, user),
    verifiedName: (db, user) => verification.verifiedName(db, user),
    limits: {
      0: verification.limits[0].fiatUsdt,
      1: verification.limits[1].fiatUsdt,
      2: verification.limits[2].fiatUsdt,
    },
  });
  return { fiat, paymentSimulator };
}

/** Reads the fiat catalogue: from the configured file, else the demonstration's, else empty. Refuses an unusable file. */
export async function offersOf(config: Config): Promise<Offers> {
  if (config.fiatFile === undefined) return config.demo ? demoOffers : NO_OFFERS;
  try {
    return readOffers(await readFile(config.fiatFile, 'utf8'));
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new ConfigError(`KARAT_FIAT_FILE ${config.fiatFile} cannot be used: ${why.slice(0, 500)}`);
  }
}
