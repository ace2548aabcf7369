import { readFile } from 'node:fs/promises';
import { NO_OFFERS, createFiat, demoOffers, missingProvider, readOffers } from '@karat/domains/fiat';
import type { Fiat, FiatDeps, Offers } from '@karat/domains/fiat';
import type { Verification } from '@karat/domains/verification';
import type { Wallet } from '@karat/domains/wallet';
import { createPaymentSimulator, createStripe } from '@karat/platform/payments';
import type { PaymentProvider, PaymentSimulator } from '@karat/platform/payments';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';

export interface FiatServices {
  readonly fiat: Fiat;
  /** Takes no money; demonstrations only. */
  readonly paymentSimulator: PaymentSimulator | undefined;
}

/** Limits of a purchase in USDT, by verification level. */
export const fiatLimitsOf = ({ limits }: Pick<Verification, 'limits'>): FiatDeps['limits'] => ({
  0: limits[0].fiatUsdt,
  1: limits[1].fiatUsdt,
  2: limits[2].fiatUsdt,
});

/** Fiat purchases and sales, with their payment provider. */
export async function createFiatServices(
  { config, ctx, lasting, platform, ledger, messages, verification, compliance }: CoreServices & People,
  wallet: Wallet,
): Promise<FiatServices> {
  const paymentSimulator = ctx.demo
    ? createPaymentSimulator(
        lasting.paymentSimulator,
        () => ctx.clock.now(),
        async ({ signature, body }) => void (await fiat.webhook('simulator', signature, body)),
      )
    : undefined;
  const offers = await offersOf(config);
  const providers = [...stripeOf(config), ...(paymentSimulator === undefined ? [] : [paymentSimulator])];
  const fiat = createFiat({
    ctx,
    ledger,
    messages,
    providers,
    screening: compliance.screening,
    monitoring: compliance.monitoring,
    files: platform.files,
    offers,
    rates: (db) => wallet.rates.current(db),
    levelOf: (db, user) => verification.levelOf(db, user),
    verifiedName: (db, user) => verification.verifiedName(db, user),
    limits: fiatLimitsOf(verification),
  });
  return { fiat, paymentSimulator };
}

/** Returns the connection to Stripe, if its keys are configured. */
const stripeOf = ({ stripe, appOrigin }: Config): readonly PaymentProvider[] =>
  stripe === undefined
    ? []
    : [
        createStripe({
          baseUrl: stripe.url,
          secretKey: stripe.key,
          webhookSecret: stripe.webhookSecret,
          appOrigin,
        }),
      ];

/** Names of the providers that a server with these settings has. */
const providerNames = ({ stripe, demo }: Config): readonly string[] => [
  ...(stripe === undefined ? [] : ['stripe']),
  ...(demo ? ['simulator'] : []),
];

/**
 * Reads the fiat catalogue: from the configured file, else the demonstration's, else empty. Refuses an unusable file,
 * and one that names a provider without its settings.
 */
export async function offersOf(config: Config): Promise<Offers> {
  if (config.fiatFile === undefined) return config.demo ? demoOffers : NO_OFFERS;
  const offers = await readFile(config.fiatFile, 'utf8')
    .then(readOffers)
    .catch((failure: unknown) => {
      const why = failure instanceof Error ? failure.message : String(failure);
      throw new ConfigError(`KARAT_FIAT_FILE ${config.fiatFile} cannot be used: ${why.slice(0, 500)}`);
    });
  const missing = missingProvider(offers, providerNames(config));
  if (missing !== undefined)
    throw new ConfigError(
      `KARAT_FIAT_FILE ${config.fiatFile} names the payment provider ${missing}, which is not configured`,
    );
  return offers;
}
