import type { CurrencyId, SessionId, UserId } from '@karat/contract';
import type { Price } from '@karat/money';
import { noScreening } from '@karat/domains/compliance';
import type { Monitoring, Screening, TravelRule } from '@karat/domains/compliance';
import type { Credentials } from '@karat/domains/credentials';
import type { Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Outflow } from '@karat/domains/outflow';
import type { Payees } from '@karat/domains/payees';
import type { BitcoinChain, Chain, TronChain } from '@karat/platform/chains';
import type { SecondFactor } from '@karat/domains/operators';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Queries } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import type { BitcoinInput, SigningClient } from '@karat/platform/signing';
import type { Tx } from '@karat/platform/db';
import { DEFAULT_POLICY } from './rules.ts';
import type { Policy } from './rules.ts';

/** Known facts about the requester. */
export interface Person {
  readonly frozen: boolean;
  readonly createdAt: number;
  /** When the device of this session was first seen; undefined if never. */
  readonly deviceSince: number | undefined;
}

export interface WithdrawalsDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly payees: Payees;
  readonly messages: Pick<Messages, 'notify'>;
  readonly credentials: Pick<Credentials, 'holdUntil' | 'lastHoldEnd'>;
  readonly outflow: Pick<
    Outflow,
    | 'mayMoneyLeave'
    | 'releaseWithdrawal'
    | 'allowanceOf'
    | 'limitsInCurrency'
    | 'isFirstPayment'
    | 'firstPaymentAccepted'
    | 'protectedUntil'
  >;
  /** Returns the value of one unit in USDT at a current price; undefined without one. Limits use this value. */
  readonly price: (queries: Queries, currency: Currency) => Promise<Price | undefined>;
  readonly person: (
    queries: Queries,
    user: UserId,
    session: SessionId | undefined,
  ) => Promise<Person | undefined>;
  /** Verifies a fresh second factor of an operator. A wrong one is counted, so the caller commits. */
  readonly confirmOperator: (
    tx: Tx,
    caller: OperatorCaller,
    factor: SecondFactor,
    request: Pick<RequestInfo, 'origin'>,
  ) => Promise<'ok' | 'totp_wrong' | 'too_many_attempts'>;
  /** Signs approval records; the signer has the public key. */
  readonly approver: Signer;
  /** Chains with a node. Without one an approved request waits, and its state says so. */
  readonly chains: readonly Chain[];
  readonly signing: SigningClient | undefined;
  /** Networks that custody has halted because chain and books differ. */
  readonly haltedElsewhere?: (queries: Queries) => Promise<readonly string[]>;
  /** Returns true for a deposit address of this exchange. */
  readonly isOwnAddress?: (queries: Queries, network: string, address: string) => Promise<boolean>;
  /** Returns Bitcoin outputs that payouts may spend, largest first, with their key paths. */
  readonly bitcoinOutputs?: (queries: Queries) => Promise<readonly BitcoinInput[]>;
  readonly policy?: Partial<Policy>;
  /** Screens named payees against the sanction list; default screens nobody. */
  readonly screening?: Screening;
  /** Says which withdrawals wait for a review because of a monitoring rule; without it none does. */
  readonly monitoring?: Pick<Monitoring, 'mustHold'>;
  /** Whether a payment of the user is disputed and that is not settled; such withdrawals wait for an operator. */
  readonly hasDispute?: (queries: Queries, user: UserId) => Promise<boolean>;
  /** Asks whose wallet a large withdrawal pays; without it nobody is asked. */
  readonly travelRule?: TravelRule | undefined;
  /** Returns the currency of a code, for the name of a network's coin. */
  readonly btc: CurrencyId;
}

export interface ResolvedDeps extends WithdrawalsDeps {
  readonly policy: Policy;
  readonly screening: Screening;
}

export const isBitcoin = (chain: Chain): chain is BitcoinChain => chain.network.family === 'bitcoin';
export const isTron = (chain: Chain): chain is TronChain => chain.network.family === 'tron';

export const resolveDeps = (deps: WithdrawalsDeps): ResolvedDeps => ({
  ...deps,
  screening: deps.screening ?? noScreening,
  policy: { ...DEFAULT_POLICY, ...deps.policy },
});

/** Returns the chain of a network, if there is a node. */
export const chainOf = ({ chains }: ResolvedDeps, network: string): Chain | undefined =>
  chains.find((chain) => chain.network.id === network);
