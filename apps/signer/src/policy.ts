import { readFileSync, existsSync } from 'node:fs';
import { amount, compare, plus, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { PRIVATE_CHAIN_ID } from '@karat/platform/chains';
import type { PaymentFacts, SignRequest } from '@karat/platform/signing';
import * as z from 'zod';
import type { Entry } from './journal.ts';

export const WINDOW_MS = 24 * 60 * 60 * 1000;
const decimal = z.string().transform(amount);
const units = z.string().transform(BigInt);
const USDT = '3';
const USDC = '45';
const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** 100 TRX in sun, some times what a transfer to a new holder burns. */
const TRON_FEE_MAX = 100_000_000n;

/**
 * Limits of sweeps. They only move money between addresses of the exchange, so what they can lose is fees: each of them
 * and their sum in 24 hours are capped. Wei.
 */
const SWEEPS = {
  chainIds: [1, PRIVATE_CHAIN_ID],
  perDay: 1_000,
  fee: 20_000_000_000_000_000n,
  feesPerDay: 1_000_000_000_000_000_000n,
  gas: 40_000_000_000_000_000n,
};
const sweeps = z.object({
  chainIds: z.array(z.int().positive()),
  /** Signatures in 24 hours, replacements excluded. */
  perDay: z.int().positive(),
  /** Maximum network fee of a transaction, and of all in 24 hours, replacements included. */
  fee: units,
  feesPerDay: units,
  /** Maximum of coins that the gas station sends at once. */
  gas: units,
});

/** Limits of the signer itself, for any request; a file beside its keys, read at the start. */
const policyFile = z.object({
  networks: z.array(z.enum(['bitcoin', 'ethereum', 'tron'])),
  /** By currency number: maximum of one payment and of 24 hours, in units of the currency. */
  caps: z.record(z.string(), z.object({ payment: decimal, day: decimal })),
  /** Signatures in 24 hours. */
  perDay: z.int().positive(),
  /** Maximum network fee of a transaction: satoshi, wei, sun. Files written before payouts on Tron lack the last. */
  networkFee: z.object({
    bitcoin: units,
    ethereum: units,
    tron: units.default(TRON_FEE_MAX),
  }),
  /** Token contracts of Ethereum by currency number; on a real chain nothing else is signed. */
  contracts: z.record(z.string(), z.string()),
  /** Decimals of those tokens on their chains: with others an amount would be another one. */
  decimals: z.record(z.string(), z.int()).default({ [USDT]: 6, [USDC]: 6 }),
  /** Token contracts of Tron by currency number; nothing else is signed. */
  tronContracts: z.record(z.string(), z.string()).default({ [USDT]: TRON_USDT }),
  /** Allowed payees, if it is not empty. */
  allowList: z.array(z.string()),
  /** Files written before sweeps lack it. */
  sweeps: sweeps.default(SWEEPS),
  /**
   * Approvals from then on must name the time before which nothing is signed: the moment of the upgrade that brought it. Without
   * it approvals of the version before are paid too.
   */
  timedSince: z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .optional(),
});
export type Policy = z.output<typeof policyFile>;

const DEFAULTS = {
  networks: ['bitcoin', 'ethereum', 'tron'],
  caps: {
    '1': { payment: '5', day: '20' },
    '2': { payment: '100', day: '400' },
    '3': { payment: '250000', day: '1000000' },
    '45': { payment: '250000', day: '1000000' },
  },
  perDay: 2_000,
  networkFee: { bitcoin: '500000', ethereum: '50000000000000000' },
  contracts: {
    '3': '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '45': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  allowList: [],
};

/** Reads the policy; defaults apply without a file. */
export const readPolicy = (path: string): Policy =>
  policyFile.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : DEFAULTS);

const paid = (payment: PaymentFacts): Amount => amount(payment.number);

/** First attempts of the last 24 hours: replacements pay the same once. */
const recent = (entries: readonly Entry[], now: number): Entry[] =>
  entries.filter((entry) => entry.attempt === 1 && now - entry.at < WINDOW_MS);

/** Returns the reason to refuse a new payment; undefined if the policy allows it. Replacements were already counted. */
export function objection(
  policy: Policy,
  entries: readonly Entry[],
  { approval: { payment }, attempt }: SignRequest,
  now: number,
): string | undefined {
  if (!policy.networks.some((network) => network === payment.network)) return 'network';
  if (policy.allowList.length > 0 && !policy.allowList.includes(payment.payee)) return 'payee';
  const cap = policy.caps[String(payment.currency)];
  if (cap === undefined) return 'currency';
  if (compare(paid(payment), cap.payment) > 0) return 'cap_payment';
  if (attempt > 1) return undefined;
  const today = recent(entries, now);
  if (today.length >= policy.perDay) return 'velocity';
  const spent = sum(
    today.filter((each) => each.payment.currency === payment.currency).map((each) => paid(each.payment)),
  );
  return compare(plus(spent, paid(payment)), cap.day) > 0 ? 'cap_day' : undefined;
}
