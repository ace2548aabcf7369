import { createDeposits } from '@karat/domains/deposits';
import type { Deposits } from '@karat/domains/deposits';
import { createPayees } from '@karat/domains/payees';
import type { Payees } from '@karat/domains/payees';
import { createWallet } from '@karat/domains/wallet';
import type { Wallet, WalletDeps } from '@karat/domains/wallet';
import { goesOut, payoutsUnderWay } from '@karat/domains/withdrawals';
import type { Withdrawals } from '@karat/domains/withdrawals';
import { createFiatRateProvider } from '@karat/platform/fiat-rates';
import { chainsOf, depositNetworks } from '../chains.ts';
import { payableNetworks } from '../payable.ts';
import { withdrawalsOf } from '../payouts.ts';
import type { TestChains } from '../test-chains.ts';
import { createFiatSide } from './fiat.ts';
import type { FiatSide } from './fiat.ts';
import type { Foundation } from './foundation.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

/** What these parts are joined to. */
type Grounds = Foundation & People & Prices;

/** How money comes in, is kept and goes out. */
export interface Money extends FiatSide, ChainSide {
  readonly wallet: Wallet;
}

interface ChainSide {
  readonly deposits: Deposits;
  readonly payees: Payees;
  readonly withdrawals: Withdrawals;
}

/** `address`: where a user's deposits of a coin go. */
function walletOf(
  { config, ctx, ledger, market, messages, secret, identity, credentials, verification }: Grounds,
  address: NonNullable<WalletDeps['ways']>['address'],
): Wallet {
  return createWallet({
    ctx,
    ledger,
    prices: market.prices,
    ways: {
      address,
      goesOut,
    },
    sending: {
      messages,
      secret,
      find: (db, typed) => identity.accountNamed(db, typed),
      users: (db, users) => identity.users(db, users),
      confirm: (tx, user, given) => credentials.confirm(tx, user, given),
      levelOf: (db, user) => verification.levelOf(db, user),
    },
    ...(config.fiatRatesUrl === undefined ? {} : { fiatRates: createFiatRateProvider(config.fiatRatesUrl) }),
  });
}

/** Coins in and out over their networks. */
async function createChainSide(
  grounds: Grounds,
  wallet: Wallet,
  testChains?: TestChains,
): Promise<ChainSide> {
  const { config, ctx, platform, secret, signing, ledger } = grounds;
  const { market, messages, verification, identity, credentials } = grounds;
  const chains = chainsOf(testChains?.settings ?? config.chains);
  const deposits = createDeposits({
    ctx,
    ledger,
    messages,
    files: platform.files,
    networks: await depositNetworks(config, chains),
    ...(testChains === undefined ? {} : { faucet: testChains.faucet }),
    outgoing: payoutsUnderWay,
  });
  const payees = createPayees({ ctx, ledger, credentials, secret, networks: payableNetworks(chains) });
  const withdrawals = await withdrawalsOf(config, {
    ctx,
    ledger,
    payees,
    messages,
    credentials,
    verification,
    identity,
    market,
    wallet,
    chains,
    signingKey: signing,
    haltedElsewhere: (db) => deposits.custody.haltedNetworks(db),
    isOwnAddress: (db, network, address) => deposits.custody.isOwnAddress(db, network, address),
    bitcoinOutputs: (db) => deposits.custody.outputs(db),
    policy: {
      capBtc: {
        0: verification.limits[0].withdrawalBtc,
        1: verification.limits[1].withdrawalBtc,
        2: verification.limits[2].withdrawalBtc,
      },
    },
  });
  return { deposits, payees, withdrawals };
}

export async function createMoney(grounds: Grounds, testChains?: TestChains): Promise<Money> {
  const wallet = walletOf(grounds, (code, user) => chains.deposits.firstAddress(code, user));
  const chains: ChainSide = await createChainSide(grounds, wallet, testChains);
  return { wallet, ...chains, ...(await createFiatSide(grounds, wallet)) };
}
