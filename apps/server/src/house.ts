import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCredentials } from '@karat/domains/credentials';
import type { Credentials } from '@karat/domains/credentials';
import { NO_OFFERS, createFiat, demoOffers, readOffers } from '@karat/domains/fiat';
import type { Fiat, Offers } from '@karat/domains/fiat';
import { createDeposits } from '@karat/domains/deposits';
import type { Deposits } from '@karat/domains/deposits';
import { createIdentity, isHouseUser } from '@karat/domains/identity';
import type { Identity } from '@karat/domains/identity';
import { createContracts, followShares, receiptsBy } from '@karat/domains/contracts';
import type { Contracts } from '@karat/domains/contracts';
import { createLedger } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket, createSeeds, lastTickAt } from '@karat/domains/market';
import type { Breaker, MarketData } from '@karat/domains/market';
import { rate } from '@karat/money';
import { createMessages } from '@karat/domains/messages';
import type { Messages } from '@karat/domains/messages';
import { createPayees } from '@karat/domains/payees';
import type { Payees } from '@karat/domains/payees';
import { createOptions } from '@karat/domains/options';
import type { Options } from '@karat/domains/options';
import { createProofs } from '@karat/domains/proofs';
import type { Proofs } from '@karat/domains/proofs';
import { createSpot, marketsOf, usersWithOrders } from '@karat/domains/spot';
import type { Spot } from '@karat/domains/spot';
import { contractsForCopies, createCopytrade, letHear } from '@karat/domains/copytrade';
import type { Copytrade } from '@karat/domains/copytrade';
import { createActionCalendar, createStocks } from '@karat/domains/stocks';
import type { ActionCalendar, Stocks } from '@karat/domains/stocks';
import { createVerification } from '@karat/domains/verification';
import type { Verification } from '@karat/domains/verification';
import { createWallet } from '@karat/domains/wallet';
import { goesOut, payoutsUnderWay } from '@karat/domains/withdrawals';
import type { Withdrawals } from '@karat/domains/withdrawals';
import type { Wallet } from '@karat/domains/wallet';
import type { Context } from '@karat/platform/context';
import {
  createPasswords,
  keyedHash,
  openDerivedSigner,
  openSecret,
  openSigner,
} from '@karat/platform/crypto';
import type { Passwords } from '@karat/platform/crypto';
import { createFiatRateProvider } from '@karat/platform/fiat-rates';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import { createMail } from '@karat/platform/mail';
import type { Mail } from '@karat/platform/mail';
import { createPaymentSimulator } from '@karat/platform/payments';
import type { PaymentSimulator } from '@karat/platform/payments';
import { createSms } from '@karat/platform/sms';
import type { Sms } from '@karat/platform/sms';
import { createBots } from '@karat/simulation';
import type { Bots } from '@karat/simulation';
import { ConfigError } from './config.ts';
import { chainsOf, depositNetworks } from './chains.ts';
import type { Config } from './config.ts';
import { notices } from './notices.ts';
import { payableNetworks } from './payable.ts';
import { withdrawalsOf } from './payouts.ts';
import type { TestChains } from './test-chains.ts';
import { sourcesOf } from './sources.ts';

/** All domains, built and joined; nothing runs yet. */
export interface House {
  readonly ctx: Context;
  readonly passwords: Passwords;
  readonly files: Files;
  readonly mail: Mail;
  readonly sms: Sms;
  readonly ledger: Ledger;
  readonly identity: Identity;
  readonly credentials: Credentials;
  readonly market: MarketData;
  readonly messages: Messages;
  readonly deposits: Deposits;
  readonly payees: Payees;
  readonly withdrawals: Withdrawals;
  readonly proofs: Proofs;
  readonly options: Options;
  readonly verification: Verification;
  readonly wallet: Wallet;
  readonly fiat: Fiat;
  /** Takes no money; demonstrations only. */
  readonly paymentSimulator: PaymentSimulator | undefined;
  readonly spot: Spot;
  readonly contracts: Contracts;
  /** Splits and dividends as the index knows them; loaded before it begins. */
  readonly actions: ActionCalendar;
  readonly stocks: Stocks;
  readonly copytrade: Copytrade;
  /** The house's market maker and takers; they trade once they are started. */
  readonly bots: Bots;
}

const BASIS_POINT = rate('0.0001');
const breakerOf = ({ breaker: { spreadBasisPoints, sourcesMin } }: Config): Breaker => ({
  spread: rate(BASIS_POINT * BigInt(spreadBasisPoints)),
  sourcesMin,
});

export async function createHouse(config: Config, ctx: Context, testChains?: TestChains): Promise<House> {
  const directory = join(config.dataDir, 'keys');
  const secret = await openSecret({
    ...{ name: 'hash', configured: config.secrets.hash, variable: 'KARAT_HASH_KEY', directory },
    ...{ demo: ctx.demo, random: ctx.random },
  });
  const signing = {
    name: 'signing',
    configured: config.secrets.signing,
    variable: 'KARAT_SIGNING_KEY',
    directory,
  };
  const signer = await openSigner(ctx, 'index-ticks', signing);
  const platform = {
    passwords: createPasswords(),
    files: createFiles(ctx, { directory: join(config.dataDir, 'files') }),
    mail: createMail(ctx, config.mail),
    sms: createSms(ctx, config.sms),
  };
  const ledger = createLedger(ctx);
  const actions = createActionCalendar();
  const sources = sourcesOf(config, ctx, createSeeds(ctx), actions);
  const market = await createMarket({ ctx, sources, signer, actions, breaker: breakerOf(config) });
  const proofs = createProofs({ ctx, signer: await openDerivedSigner(ctx, 'receipts', signing) });
  const messages = createMessages({
    ...{ ctx, texts: notices, mail: platform.mail },
    addressees: (db, users) => identity.users(db, users),
  });
  const verification = createVerification({
    ...{ ctx, messages, secret, files: platform.files, auto: config.autoVerification },
    people: (db, users) => identity.users(db, users),
    setRealState: (tx, user, state) => identity.setRealState(tx, user, state),
  });
  const wallet = createWallet({
    ...{ ctx, ledger, prices: market.prices },
    ways: {
      address: (code, user) => deposits.firstAddress(code, user),
      goesOut: (db, id) => goesOut(db, id),
    },
    sending: {
      ...{ messages, secret },
      find: (db, typed) => identity.accountNamed(db, typed),
      users: (db, users) => identity.users(db, users),
      confirm: (tx, user, given) => credentials.confirm(tx, user, given),
      levelOf: (db, user) => verification.levelOf(db, user),
    },
    ...(config.fiatRatesUrl === undefined ? {} : { fiatRates: createFiatRateProvider(config.fiatRatesUrl) }),
  });
  const identity = createIdentity({
    ...{ ctx, secret, messages, ...platform },
    secondStep: {
      isSet: (db, user) => credentials.secondStep.isSet(db, user),
      take: (tx, user, code) => credentials.secondStep.take(tx, user, code),
      prove: (user, code) => credentials.secondStep.prove(user, code),
    },
    ...(config.demo ? { onRegistered: (tx, user) => wallet.grantDemoFunds(tx, user) } : {}),
  });
  const credentials = createCredentials({
    ...{ ctx, identity, messages, secret },
    passwords: platform.passwords,
    origins: config.demo ? 'own' : config.passkeyOrigins,
  });
  const chains = chainsOf(testChains?.settings ?? config.chains);
  const deposits = createDeposits({
    ...{ ctx, ledger, messages, files: platform.files, networks: await depositNetworks(config, chains) },
    ...(testChains === undefined ? {} : { faucet: testChains.faucet }),
    outgoing: payoutsUnderWay,
  });
  const payees = createPayees({ ctx, ledger, credentials, secret, networks: payableNetworks(chains) });
  const withdrawals = await withdrawalsOf(config, {
    ...{ ctx, ledger, payees, messages, credentials, verification, identity, market, wallet },
    ...{ chains, signingKey: signing },
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
  const paymentSimulator = ctx.demo
    ? createPaymentSimulator(
        keyedHash(secret, 'payment simulator'),
        () => ctx.clock.now(),
        async ({ signature, body }) => void (await fiat.webhook(signature, body)),
      )
    : undefined;
  const fiat = createFiat({
    ...{ ctx, ledger, messages, provider: paymentSimulator, files: platform.files },
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
  const spot = createSpot({
    ctx,
    ledger,
    markets: await marketsOf(market, ledger, ctx.db),
    isHouse: isHouseUser,
  });
  const contracts = createContracts({
    ...{ ctx, ledger, levelOf: (db, user) => verification.levelOf(db, user) },
    market: {
      all: () => market.instruments.all(),
      find: (id) => market.instruments.find(id),
      byPair: (base, quote) => market.instruments.byPair(base, quote),
      state: (id) => market.state(id),
      index: (id) => market.index(id),
      tickAt: lastTickAt,
    },
    tell: (tx, told) => messages.tellAll(tx, told),
    prove: receiptsBy(
      proofs,
      (queries, id, from, to) => market.ticks(queries, id, from, to),
      (id) => market.instruments.need(id).symbol,
    ),
  });
  const options = createOptions({
    ...{ ctx, ledger, market, proofs },
    phoneOf: async (db, user) => (await identity.users(db, [user]))[0]?.phone ?? undefined,
  });
  const stocks = createStocks({
    ...{ ctx, ledger, market, messages, calendar: actions },
    orders: {
      usersWithOrders: (id) => usersWithOrders(ctx.db, id),
      cancelAll: (user, id) => spot.trading.cancelAll(user, id),
    },
    positions: { adjust: (tx, id, { terms }) => followShares(contracts, tx, id, terms) },
  });
  const copytrade = createCopytrade({
    ...{ ctx, ledger, messages, contracts: contractsForCopies(ctx, contracts) },
    people: (db, users) => identity.users(db, users),
  });
  letHear(contracts, copytrade.listen);
  const bots = createBots({
    ...{ ctx, market, ledger, trading: spot.trading },
    ensureHouseUser: (tx, name) => identity.ensureHouseUser(tx, name),
  });
  return {
    ctx,
    ...platform,
    fiat,
    paymentSimulator,
    ledger,
    identity,
    credentials,
    market,
    messages,
    deposits,
    payees,
    withdrawals,
    proofs,
    options,
    verification,
    wallet,
    spot,
    contracts,
    actions,
    stocks,
    copytrade,
    bots,
  };
}

/** What is sold for fiat money: by the configured file, else the demonstration's, else nothing. */
async function offersOf(config: Config): Promise<Offers> {
  if (config.fiatFile === undefined) return config.demo ? demoOffers : NO_OFFERS;
  try {
    return readOffers(await readFile(config.fiatFile, 'utf8'));
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new ConfigError(`KARAT_FIAT_FILE ${config.fiatFile} cannot be used: ${why.slice(0, 500)}`);
  }
}
