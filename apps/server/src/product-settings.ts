import { EXAMPLE_LIST } from '@karat/domains/compliance';
import { readOpenings } from '@karat/domains/support';
import type { OpeningHours } from '@karat/domains/support';
import type { Environment } from './settings.ts';

/** Terms of products that the environment decides. */
export interface ProductSettings {
  /** Interval of the payments of rebates. */
  readonly rebateSeconds: number;
  /** From this value in USDT on the approval of a loan takes two people. */
  readonly loanTwoPeopleUsdt: number;
  /** Withdrawals of this value wait before they are signed, so that their owner can cancel them; 0 minutes: none waits. */
  readonly withdrawalDelay: { readonly fromUsdt: number; readonly minutes: number };
  /** Sums in USDT of withdrawals that one operator approves in 24 hours; above them a second one approves. */
  readonly withdrawalAlone: { readonly operator: number; readonly user: number; readonly day: number };
  /** From this value in USDT on a withdrawal to an address names the owner of the wallet; 0: never. */
  readonly travelRuleUsdt: number;
  /** Sweeps of deposit addresses: from which value in USDT on, and how much more than its fees a sweep moves. */
  readonly sweep: { readonly fromUsdt: number; readonly feeFactor: number };
  /** Sanction list: a file, or `undefined` for none, and the minimum score of a match in percent. */
  readonly screening: { readonly path: string | undefined; readonly threshold: number };
  /** Recurring buy: plans of a user, maximum of a purchase, maximum distance from the index, and how long one is tried. */
  readonly recurring: {
    readonly plansMax: number;
    readonly amountMax: number;
    readonly slippageBasisPoints: number;
    readonly windowMinutes: number;
  };
  /** Maximum number of price alerts of a user. */
  readonly alertsMax: number;
  /** When customer service is open. */
  readonly supportHours: OpeningHours;
  /** NFT sales to come: shares in basis points, and the times of auctions. */
  readonly nft: {
    readonly feeBasisPoints: number;
    readonly marginBasisPoints: number;
    readonly royaltyMaxBasisPoints: number;
    readonly payHours: number;
    readonly extensionMinutes: number;
    readonly extensionsMax: number;
  };
  /** Time to dispute an answer of operators, the highest fee of a round, and the length of a demonstration's short round. */
  readonly games: {
    readonly disputeHours: number;
    readonly feeMaxBasisPoints: number;
    readonly demoRoundSeconds: number;
  };
}

const nftTerms = (env: Environment): ProductSettings['nft'] => ({
  feeBasisPoints: env.KARAT_NFT_FEE,
  marginBasisPoints: env.KARAT_NFT_MARGIN,
  royaltyMaxBasisPoints: env.KARAT_NFT_ROYALTY,
  payHours: env.KARAT_NFT_PAY_HOURS,
  extensionMinutes: env.KARAT_NFT_EXTENSION_MINUTES,
  extensionsMax: env.KARAT_NFT_EXTENSIONS,
});

/** Office hours unless set; in a demonstration always. */
const supportHours = (env: Environment, demo: boolean): OpeningHours => ({
  zone: env.KARAT_SUPPORT_ZONE,
  openings:
    env.KARAT_SUPPORT_HOURS ?? readOpenings(demo ? 'Mon-Sun 00:00-24:00' : 'Mon-Fri 09:00-18:00') ?? [],
});

/** Reads the terms of products. */
export const productSettings = (env: Environment, demo: boolean): ProductSettings => ({
  rebateSeconds: env.KARAT_REBATE_SECONDS,
  loanTwoPeopleUsdt: env.KARAT_LOAN_TWO_PEOPLE_USDT,
  withdrawalDelay: {
    fromUsdt: env.KARAT_WITHDRAWAL_DELAY_USDT,
    minutes: env.KARAT_WITHDRAWAL_DELAY_MINUTES,
  },
  withdrawalAlone: {
    operator: env.KARAT_WITHDRAWAL_ALONE_OPERATOR_USDT,
    user: env.KARAT_WITHDRAWAL_ALONE_USER_USDT,
    day: env.KARAT_WITHDRAWAL_ALONE_DAY_USDT,
  },
  travelRuleUsdt: env.KARAT_TRAVEL_RULE_USDT,
  sweep: { fromUsdt: env.KARAT_SWEEP_FROM_USDT, feeFactor: env.KARAT_SWEEP_FEE_FACTOR },
  screening: {
    path: env.KARAT_SANCTION_LIST ?? (demo ? EXAMPLE_LIST : undefined),
    threshold: env.KARAT_SANCTION_THRESHOLD,
  },
  recurring: {
    plansMax: env.KARAT_RECURRING_PLANS,
    amountMax: env.KARAT_RECURRING_MAX,
    slippageBasisPoints: env.KARAT_RECURRING_SLIPPAGE,
    windowMinutes: env.KARAT_RECURRING_MINUTES,
  },
  alertsMax: env.KARAT_ALERTS,
  supportHours: supportHours(env, demo),
  nft: nftTerms(env),
  games: {
    disputeHours: env.KARAT_GAMES_DISPUTE_HOURS,
    feeMaxBasisPoints: env.KARAT_GAMES_FEE_MAX,
    demoRoundSeconds: env.KARAT_DEMO_ROUND_SECONDS,
  },
});
