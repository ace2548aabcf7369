import { userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Fact, MonitoringFacts, Payment } from '@karat/domains/compliance';
import type { Credentials } from '@karat/domains/credentials';
import { creditedTo } from '@karat/domains/deposits';
import { paidIn, purchasesOf } from '@karat/domains/fiat';
import type { PaidPurchase } from '@karat/domains/fiat';
import type { Identity } from '@karat/domains/identity';
import type { Currency, Ledger } from '@karat/domains/ledger';
import { firstWithdrawal, movementsOf, usersWithMovements } from '@karat/domains/outflow';
import type { MonitoredMovement } from '@karat/domains/outflow';
import { documentUses, sharedDocuments, verifiedNames } from '@karat/domains/verification';
import { sharedPayees, withdrawalsTo } from '@karat/domains/withdrawals';
import { amount, format, mulDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries } from '@karat/platform/db';

interface MonitoringDeps {
  readonly ledger: Pick<Ledger, 'currencies'>;
  readonly identity: () => Pick<Identity, 'users'>;
  readonly credentials: () => Pick<Credentials, 'lastHoldEnd'>;
  /** Returns the value of one unit in USDT; undefined without a current price. */
  readonly price: (db: Queries, currency: Currency) => Promise<Price | undefined>;
}

const ZERO = amount('0');

/** Texts and values of currencies, read once for each list of facts. */
async function currenciesOf({ ledger, price }: MonitoringDeps, db: Queries) {
  const byId = new Map((await ledger.currencies(db)).map((currency) => [currency.id, currency]));
  return {
    text: (id: CurrencyId, number: Amount): string => `${format(number)} ${byId.get(id)?.code ?? id}`,
    worth: async (id: CurrencyId, number: Amount): Promise<Amount> => {
      const currency = byId.get(id);
      const unit = currency && (await price(db, currency));
      return unit === undefined ? ZERO : mulDown(number, unit);
    },
  };
}

type Texts = Awaited<ReturnType<typeof currenciesOf>>;

const movementFact = (
  { kind, reference, user, usdt, at, currency, number, receiver }: MonitoredMovement,
  { text }: Texts,
): Fact => ({
  ...{ kind, reference, user, usdt, at },
  note: `${text(currency, number)}${receiver === undefined ? '' : ` to UID ${receiver}`}`,
});

const purchaseFact = ({ id, user, received, reference, payer, at }: PaidPurchase): Fact => ({
  ...{ kind: 'fiat_order', reference: id, user, usdt: received, at },
  note: payer === null ? reference : `${reference}, paid by ${payer}`,
});

async function inflowsOf(
  deps: MonitoringDeps,
  db: Queries,
  user: UserId,
  period: { readonly since: number; readonly until: number },
): Promise<Fact[]> {
  const texts = await currenciesOf(deps, db);
  const deposits = await Promise.all(
    (await creditedTo(db, user, period)).map(async ({ kind, id, currency, amount: number, at }) => ({
      ...{ kind, reference: id, user, at },
      usdt: await texts.worth(currency, number),
      note: texts.text(currency, number),
    })),
  );
  const purchases = (await purchasesOf(db, user, period)).map(purchaseFact);
  return [...deposits, ...purchases].toSorted((a, b) => a.at - b.at);
}

/** Facts of other domains for the rules of transaction monitoring. */
export const monitoringFacts = (deps: MonitoringDeps): MonitoringFacts => ({
  async outflowsOf(db, user, period) {
    const texts = await currenciesOf(deps, db);
    return (await movementsOf(db, user, period)).map((movement) => movementFact(movement, texts));
  },
  async firstWithdrawal(db, user, since) {
    const movement = await firstWithdrawal(db, user, since);
    return movement && movementFact(movement, await currenciesOf(deps, db));
  },
  inflowsOf: (db, user, period) => inflowsOf(deps, db, user, period),
  async withdrawalsTo(db, payee, period) {
    const { text } = await currenciesOf(deps, db);
    return (await withdrawalsTo(db, payee, period)).map(
      ({ id, user, currency, number, usdt, payee: shown, at }) => ({
        ...{ kind: 'withdrawal', reference: id, user, usdt, at },
        note: `${text(currency, number)} to ${shown}`,
      }),
    );
  },
  async accountOf(db, user) {
    const [found] = await deps.identity().users(db, [user]);
    return found && { openedAt: found.createdMs, heldUntil: await deps.credentials().lastHoldEnd(db, user) };
  },
  payments: async (db, period) =>
    (await paidIn(db, period)).flatMap((purchase): Payment[] =>
      purchase.payer === null ? [] : [{ ...purchaseFact(purchase), payer: purchase.payer }],
    ),
  verifiedNames,
  documentUses: async (db, request) =>
    (await documentUses(db, request)).map(({ request: reference, user, at }) => ({
      ...{ kind: 'verification', reference, user: userId(user), usdt: null, at },
      note: '',
    })),
  usersWithOutflows: usersWithMovements,
  sharedPayees,
  sharedDocuments,
});
