import type { FiatMethod } from '@karat/contract';
import type { SingleOperatorSums } from '@karat/domains/operators';
import { amount, parse, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import * as z from 'zod';

/** A bank account of the exchange for transfers in one currency. */
export interface BankAccount {
  /** IBAN or number in capitals without spaces; statements name it. */
  readonly account: string;
  readonly currency: string;
  /** Countries whose payers use it; undefined for all. */
  readonly countries: readonly string[];
  readonly details: BankDetails;
}

/** Details for the payer. */
export interface BankDetails {
  readonly beneficiary: string;
  readonly bank_name: string;
  readonly account_number: string;
  readonly swift: string;
  readonly routing: string | null;
  readonly bank_address: string;
}

/** The currencies of a method, and the provider that it uses; undefined for the first one that has the method. */
export interface ProviderOffer {
  readonly provider: string | undefined;
  readonly currencies: readonly string[];
}

/** Offers by country; configuration. */
export interface Offers {
  /** Currencies by country (ISO 3166-1 alpha-2); other countries are unsupported. */
  readonly countries: Readonly<Record<string, readonly string[]>>;
  /** Minimum amount by currency, in whole units. */
  readonly minimums: Readonly<Record<string, Amount>>;
  readonly banks: readonly BankAccount[];
  /** Currencies that a provider accepts, by method. */
  readonly providers: Readonly<Record<Exclude<FiatMethod, 'swift'>, ProviderOffer>>;
  /** Countries whose payers must give a tax number. */
  readonly taxIdCountries: readonly string[];
  /** Spread on the rate of every currency but the dollar; 0.01 is 1 %. */
  readonly spread: Rate;
  /** Payment time by method. */
  readonly minutes: Readonly<Record<FiatMethod, number>>;
  /** Sums that one operator may confirm alone in 24 hours, in USDT; above them a second one approves. */
  readonly aloneMax: SingleOperatorSums;
  /** Maximum age of a rate for a sale. */
  readonly rateAgeMsMax: number;
}

/** Default limits of a single operator, in USDT. */
export const ALONE_MAX: SingleOperatorSums = {
  operator: amount('50000'),
  user: amount('10000'),
  day: amount('200000'),
};

const country = z.string().regex(/^[A-Z]{2}$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
const wholeUnits = z
  .string()
  .regex(/^[1-9][0-9]{0,11}$/)
  .transform((text) => amount(text));
const share = z
  .string()
  .refine((text) => (parse(text) ?? -1n) >= 0n)
  .transform((text) => rate(text));
const line = z.string().min(1).max(200);

/** A list of currencies alone names no provider. */
const providerOffer = z.union([
  z.array(currency).transform((currencies) => ({ provider: undefined, currencies })),
  z.object({ provider: z.string().min(1).max(40), currencies: z.array(currency) }),
]);

const file = z.object({
  countries: z.record(country, z.array(currency).min(1)),
  minimums: z.record(currency, wholeUnits),
  banks: z.array(
    z.object({
      account: z.string().regex(/^[A-Z0-9]{4,34}$/),
      currency,
      countries: z.array(country).default([]),
      details: z.object({
        beneficiary: line,
        bank_name: line,
        account_number: line,
        swift: line,
        bank_address: line,
        routing: line.nullable().default(null),
      }),
    }),
  ),
  providers: z.object({ card: providerOffer, third_party: providerOffer }),
  taxIdCountries: z.array(country).default([]),
  spread: share.default(rate('0.01')),
  minutes: z
    .object({ swift: z.int().min(10), card: z.int().min(5), third_party: z.int().min(5) })
    .default({ swift: 24 * 60, card: 30, third_party: 60 }),
  aloneMax: z.object({ operator: wholeUnits, user: wholeUnits, day: wholeUnits }).default({ ...ALONE_MAX }),
  rateAgeHoursMax: z.int().min(1).max(24).default(24),
});

/** Parses the configuration file of fiat purchases (JSON). Throws an error that names the fault. */
export function readOffers(text: string): Offers {
  const { rateAgeHoursMax, ...offers } = file.parse(JSON.parse(text));
  return { ...offers, rateAgeMsMax: rateAgeHoursMax * HOUR_MS };
}

/** Sells nothing: for an installation without bank accounts. */
export const NO_OFFERS: Offers = {
  countries: {},
  minimums: {},
  banks: [],
  providers: {
    card: { provider: undefined, currencies: [] },
    third_party: { provider: undefined, currencies: [] },
  },
  taxIdCountries: [],
  spread: rate('0.01'),
  minutes: { swift: 24 * 60, card: 30, third_party: 60 },
  aloneMax: ALONE_MAX,
  rateAgeMsMax: 24 * HOUR_MS,
};

/** Returns the account for a transfer in a currency from a country; one of that country comes before one of all. */
export const bankFor = (offers: Offers, from: string, code: string): BankAccount | undefined =>
  offers.banks.find((bank) => bank.currency === code && bank.countries.includes(from)) ??
  offers.banks.find((bank) => bank.currency === code && bank.countries.length === 0);
