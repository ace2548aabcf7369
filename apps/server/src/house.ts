import { join } from 'node:path';
import { createCredentials } from '@karat/domains/credentials';
import type { Credentials } from '@karat/domains/credentials';
import { createIdentity, isHouseUser } from '@karat/domains/identity';
import type { Identity } from '@karat/domains/identity';
import { createLedger } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket, createSeeds } from '@karat/domains/market';
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
import { createActionCalendar, createStocks } from '@karat/domains/stocks';
import type { ActionCalendar, Stocks } from '@karat/domains/stocks';
import { createVerification } from '@karat/domains/verification';
import type { Verification } from '@karat/domains/verification';
import { createWallet } from '@karat/domains/wallet';
import type { Wallet } from '@karat/domains/wallet';
import type { Context } from '@karat/platform/context';
import { createPasswords, openDerivedSigner, openSecret, openSigner } from '@karat/platform/crypto';
import type { Passwords } from '@karat/platform/crypto';
import { createFiatRateProvider } from '@karat/platform/fiat-rates';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import { createMail } from '@karat/platform/mail';
import type { Mail } from '@karat/platform/mail';
import { createSms } from '@karat/platform/sms';
import type { Sms } from '@karat/platform/sms';
import { createBots } from '@karat/simulation';
import type { Bots } from '@karat/simulation';
import type { Config } from './config.ts';
import { notices } from './notices.ts';
import { payableNetworks } from './payable.ts';
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
  readonly payees: Payees;
  readonly proofs: Proofs;
  readonly options: Options;
  readonly verification: Verification;
  readonly wallet: Wallet;
  readonly spot: Spot;
  /** Splits and dividends as the index knows them; loaded before it begins. */
  readonly actions: ActionCalendar;
  readonly stocks: Stocks;
  /** The house's market maker and takers; they trade once they are started. */
  readonly bots: Bots;
}

const BASIS_POINT = rate('0.0001');
const breakerOf = ({ breaker: { spreadBasisPoints, sourcesMin } }: Config): Breaker => ({
  spread: rate(BASIS_POINT * BigInt(spreadBasisPoints)),
  sourcesMin,
});

export async function createHouse(config: Config, ctx: Context): Promise<House> {
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
  const payees = createPayees({ ctx, ledger, credentials, secret, networks: payableNetworks() });
  const spot = createSpot({
    ctx,
    ledger,
    markets: await marketsOf(market, ledger, ctx.db),
    isHouse: isHouseUser,
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
    positions: { adjust: async () => undefined },
  });
  const bots = createBots({
    ...{ ctx, market, ledger, trading: spot.trading },
    ensureHouseUser: (tx, name) => identity.ensureHouseUser(tx, name),
  });
  return {
    ctx,
    ...platform,
    ledger,
    identity,
    credentials,
    market,
    messages,
    payees,
    proofs,
    options,
    verification,
    wallet,
    spot,
    actions,
    stocks,
    bots,
  };
}
