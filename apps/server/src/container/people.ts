import type { UserId } from '@karat/contract';
import type { Compliance } from '@karat/domains/compliance';
import { createCredentials } from '@karat/domains/credentials';
import type { Credentials } from '@karat/domains/credentials';
import { createIdentity, sessionsEnded } from '@karat/domains/identity';
import type { Identity } from '@karat/domains/identity';
import { createMessages } from '@karat/domains/messages';
import type { Messages } from '@karat/domains/messages';
import type { OutflowDeps } from '@karat/domains/outflow';
import { accountsWithSameCard, createPayeeHashing } from '@karat/domains/payees';
import { createVerification } from '@karat/domains/verification';
import type { Verification } from '@karat/domains/verification';
import { operatorLogins } from '@karat/domains/operators';
import type { OperatorLogins } from '@karat/domains/operators';
import type { Rate } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { operatorPasskeysOf } from '../config.ts';
import { notices } from '../notices.ts';
import { createComplianceOf } from './compliance.ts';
import { monitoringFacts } from './monitoring.ts';
import type { CoreServices } from './core-services.ts';

/** Users, their credentials and their notifications. */
export interface People {
  readonly messages: Messages;
  readonly verification: Verification;
  readonly compliance: Compliance;
  readonly identity: Identity;
  readonly credentials: Credentials;
  readonly operatorLogins: OperatorLogins;
}

/** Compliance, and verification with its screening. Both ask about users at run time. */
function checksOf(
  { config, ctx, keys, platform, ledger }: CoreServices,
  messages: Messages,
  identity: () => Identity,
  monitored: Pick<Parameters<typeof monitoringFacts>[0], 'credentials' | 'price'>,
): Pick<People, 'compliance' | 'verification'> {
  const userExists = async (db: Queries, user: UserId): Promise<boolean> => {
    const [found] = await identity().users(db, [user]);
    return found !== undefined;
  };
  const facts = monitoringFacts({ ledger, identity, ...monitored });
  const compliance = createComplianceOf({ config, ctx }, userExists, facts);
  const hashing = createPayeeHashing(keys, ctx.random);
  const verification = createVerification({
    ctx,
    messages,
    keys,
    files: platform.files,
    auto: config.autoVerification,
    people: (db, users) => identity().users(db, users),
    setRealState: (tx, user, state) => identity().setRealState(tx, user, state),
    sameBank: (db, user) => accountsWithSameCard(hashing, db, user),
    screening: compliance.screening,
    monitoring: compliance.monitoring,
  });
  return { compliance, verification };
}

/**
 * `welcome` is called only in a demonstration, in the transaction of a registration; `feeDiscount` is the discount on a user's
 * fees, `price` the value of a currency's unit in USDT.
 */
export function createPeople(
  core: CoreServices,
  welcome: (tx: Tx, user: UserId) => Promise<void>,
  feeDiscount: (user: UserId) => Rate,
  creditScoreOf: (db: Queries, user: UserId) => Promise<number>,
  price: OutflowDeps['price'],
): People {
  const { config, ctx, keys, platform } = core;
  const messages = createMessages({
    ctx,
    texts: notices,
    mail: platform.mail,
    addressees: (db, users) => identity.users(db, users),
    pushes: platform.push && {
      push: platform.push,
      openSessions: async (db, user) => (await identity.operators.sessions(db, user)).map(({ id }) => id),
    },
  });
  ctx.bus.subscribe(sessionsEnded, ({ sessionIds }) => messages.forgetSessions(sessionIds));
  const { compliance, verification } = checksOf(core, messages, () => identity, {
    credentials: () => credentials,
    price,
  });
  const identity = createIdentity({
    ctx,
    keys,
    messages,
    ...platform,
    feeDiscount,
    creditScoreOf,
    appUrl: config.appOrigin,
    limits: { contactWaitMs: config.contactWaitMs },
    secondStep: {
      isSet: (db, user) => credentials.secondStep.isSet(db, user),
      take: (tx, user, code) => credentials.secondStep.take(tx, user, code),
      prove: (user, code) => credentials.secondStep.prove(user, code),
      hasPasskey: (db, user) => credentials.secondStep.hasPasskey(db, user),
      provePasskey: (...asked) => credentials.secondStep.provePasskey(...asked),
    },
    onPasswordReset: (tx, user) => credentials.endApiKeys(tx, user, 'password'),
    ...(config.demo ? { onRegistered: welcome } : {}),
  });
  const credentials = createCredentials({
    ctx,
    identity,
    messages,
    keys,
    passwords: platform.passwords,
    origins: config.demo ? 'own' : config.passkeyOrigins,
  });
  return {
    messages,
    verification,
    compliance,
    identity,
    credentials,
    operatorLogins: operatorLogins({
      ctx,
      keys,
      ...platform,
      passkeys: operatorPasskeysOf(config),
    }),
  };
}
