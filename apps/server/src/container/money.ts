import { createTravelRule } from '@karat/domains/compliance';
import { createCurrencies } from '@karat/domains/currencies';
import type { Currencies } from '@karat/domains/currencies';
import { createDeposits } from '@karat/domains/deposits';
import type { Deposits, SweepingDeps } from '@karat/domains/deposits';
import { NETWORKS } from '@karat/contract';
import { BTC } from '@karat/domains/ledger';
import type { ProductStops } from '@karat/domains/operators';
import { createGifts } from '@karat/domains/gifts';
import type { Gifts } from '@karat/domains/gifts';
import { createOutflow } from '@karat/domains/outflow';
import type { Outflow, OutflowDeps, OutflowPolicy } from '@karat/domains/outflow';
import { recordFee } from '@karat/domains/growth';
import type { VipLevels } from '@karat/domains/growth';
import { CARD_NETWORK, createPayees } from '@karat/domains/payees';
import type { Payees } from '@karat/domains/payees';
import { createEventFees } from '@karat/domains/portfolio';
import { createWallet } from '@karat/domains/wallet';
import type { Verification } from '@karat/domains/verification';
import type { Wallet, WalletDeps } from '@karat/domains/wallet';
import { checkLoans } from '@karat/domains/loans';
import { canLeave, haltedRoutes, inFlightPayouts } from '@karat/domains/withdrawals';
import type { Withdrawals } from '@karat/domains/withdrawals';
import { amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { SigningClient } from '@karat/platform/signing';
import { hasOpenDispute } from '@karat/domains/fiat';
import { createFiatRateProvider } from '@karat/platform/fiat-rates';
import { MINUTE_MS } from '@karat/rules';
import { chainsOf, depositNetworks } from '../chains.ts';
import { payableNetworks } from '../payable.ts';
import { pricedBy, signingOf, withdrawalsOf } from '../payouts.ts';
import type { TestChains } from '../test-chains.ts';
import { createFiatServices } from './fiat.ts';
import type { FiatServices } from './fiat.ts';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

/** Dependencies of this layer. */
type MoneyDeps = CoreServices &
  People &
  Prices & { readonly productStops: ProductStops; readonly vip: VipLevels };

/** Deposits, balances and withdrawals. */
export interface Money extends FiatServices, ChainServices, Gate {
  readonly wallet: Wallet;
  readonly gifts: Gifts;
  readonly currencies: Currencies;
}

/** Payees, and checks of outgoing money. */
interface Gate {
  readonly payees: Payees;
  readonly outflow: Outflow;
}

interface ChainServices {
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
}

type Networks = ReturnType<typeof chainsOf>;
type PriceOf = OutflowDeps['price'];

/** Limits of a day in BTC, by verification level. */
export const capsOf = ({ limits }: Pick<Verification, 'limits'>): OutflowPolicy['capBtc'] => ({
  0: limits[0].withdrawalBtc,
  1: limits[1].withdrawalBtc,
  2: limits[2].withdrawalBtc,
});

/** Networks without payouts because withdrawals are stopped, which stops cards too, or because books and chain differ. */
export const haltedElsewhere = async (
  db: Queries,
  isStopped: (db: Queries) => Promise<boolean>,
  { custody }: { readonly custody: Pick<Deposits['custody'], 'haltedNetworks'> },
): Promise<readonly string[]> =>
  (await isStopped(db)) ? [...NETWORKS, CARD_NETWORK] : custody.haltedNetworks(db);

function gateOf(
  { ctx, ledger, messages, keys, lasting, identity, credentials, verification, compliance, vip }: MoneyDeps,
  networks: Networks,
  price: PriceOf,
  added: () => ReturnType<Deposits['addedTokens']>,
): Gate {
  const payees = createPayees({
    ctx,
    ledger,
    credentials,
    keys,
    nicknameSecret: lasting.nicknames,
    networks: payableNetworks(networks, added),
    findUser: (db, named) => identity.accountNamed(db, named),
  });
  const outflow = createOutflow({
    ctx,
    ledger,
    credentials,
    payees,
    messages,
    price,
    monitoring: compliance.monitoring,
    btc: BTC,
    checkLoans: (db, user) => checkLoans(db, user, ctx.clock.now()),
    hasDispute: hasOpenDispute,
    levelOf: (db, user) => verification.levelOf(db, user),
    limitFactor: (user) => vip.termsOf(user).outflowFactor,
    isFrozen: async (db, user) => (await identity.users(db, [user]))[0]?.status !== 'active',
    policy: { capBtc: capsOf(verification) },
  });
  return { payees, outflow };
}

/** `address`: deposit address of a user for a coin. */
function walletOf(
  { config, ctx, ledger, market, messages, identity, vip }: MoneyDeps,
  { payees, outflow }: Gate,
  address: NonNullable<WalletDeps['funding']>['address'],
): Wallet {
  return createWallet({
    ctx,
    ledger,
    prices: market.prices,
    feeDiscount: (user) => vip.feeDiscount(user),
    recordFee,
    eventFees: createEventFees((id) => market.instruments.need(id)),
    funding: {
      address,
      canLeave,
    },
    sending: {
      messages,
      payees,
      gate: outflow,
      find: (db, typed) => identity.accountNamed(db, typed),
      users: (db, users) => identity.users(db, users),
    },
    ...(config.fiatRatesUrl === undefined ? {} : { fiatRates: createFiatRateProvider(config.fiatRatesUrl) }),
  });
}

/** Sweeps of deposit addresses, which every halt of payouts halts. */
const sweepingOf = (
  { config }: MoneyDeps,
  signing: SigningClient,
  price: PriceOf,
  isStopped: (db: Queries) => Promise<boolean>,
): SweepingDeps => ({
  signing,
  price,
  isHalted: async (db, network) => (await isStopped(db)) || (await haltedRoutes(db)).includes(network),
  policy: {
    fromUsdt: amount(String(config.sweep.fromUsdt)),
    feeFactor: config.sweep.feeFactor,
  },
});

/** Deposits and withdrawals of coins over their networks. */
async function createChainServices(
  grounds: MoneyDeps,
  gate: Gate,
  networks: Networks,
  price: PriceOf,
  testChains?: TestChains,
): Promise<ChainServices> {
  const { config, ctx, platform, signing, ledger, messages, identity, credentials, productStops } = grounds;
  const { compliance } = grounds;
  const signer = await signingOf(config, ctx);
  const isStopped = (db: Queries): Promise<boolean> => productStops.isStoppedIn(db, 'withdrawals');
  const deposits = createDeposits({
    ctx,
    ledger,
    messages,
    files: platform.files,
    networks: await depositNetworks(config, networks),
    ...(testChains === undefined ? {} : { faucet: testChains.faucet }),
    outgoing: inFlightPayouts,
    ...(signer === undefined ? {} : { sweeping: sweepingOf(grounds, signer, price, isStopped) }),
  });
  const withdrawals = await withdrawalsOf(config, {
    ctx,
    ledger,
    ...gate,
    messages,
    credentials,
    identity,
    price,
    chains: networks,
    screening: compliance.screening,
    hasDispute: hasOpenDispute,
    monitoring: compliance.monitoring,
    travelRule: createTravelRule(ctx, grounds.keys, amount(String(config.travelRuleUsdt))),
    policy: {
      delayUsdt: amount(String(config.withdrawalDelay.fromUsdt)),
      delayMs: config.withdrawalDelay.minutes * MINUTE_MS,
      aloneMax: {
        operator: amount(String(config.withdrawalAlone.operator)),
        user: amount(String(config.withdrawalAlone.user)),
        day: amount(String(config.withdrawalAlone.day)),
      },
    },
    signing: signer,
    signingKey: signing,
    haltedElsewhere: (db) => haltedElsewhere(db, isStopped, deposits),
    isOwnAddress: (db, network, address) => deposits.custody.isOwnAddress(db, network, address),
    bitcoinOutputs: (db) => deposits.custody.outputs(db),
  });
  return { deposits, withdrawals };
}

export async function createMoney(grounds: MoneyDeps, testChains?: TestChains): Promise<Money> {
  const networks = chainsOf(testChains?.settings ?? grounds.config.chains);
  const price = pricedBy(grounds.market, () => wallet.rates);
  const gate = gateOf(grounds, networks, price, () => chains.deposits.addedTokens());
  const wallet = walletOf(grounds, gate, (code, user) => chains.deposits.firstAddress(code, user));
  const chains: ChainServices = await createChainServices(grounds, gate, networks, price, testChains);
  const { ctx, ledger, messages, identity } = grounds;
  const gifts = createGifts({
    ctx,
    ledger,
    messages,
    outflow: gate.outflow,
    users: (db, ids) => identity.users(db, ids),
  });
  const currencies = createCurrencies({
    ctx,
    ledger,
    market: grounds.market,
    files: grounds.platform.files,
  });
  return { wallet, gifts, currencies, ...gate, ...chains, ...(await createFiatServices(grounds, wallet)) };
}
