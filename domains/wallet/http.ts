import { ACCOUNT_NAMES, JOURNAL_KINDS, pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, CurrencyId, Reply, UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { readVersions, stoppedUses } from '@karat/domains/currencies';
import { heldByDomain, statement, statementPage, userAccount } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { maskedName } from '@karat/domains/payees';
import { activityHandlers } from './activity-http.ts';
import { eventKinds } from './activity-rules.ts';
import { convertCoins, feeRateOf, quote } from './conversion.ts';
import { QUOTE_MS } from './deps.ts';
import type { WalletDeps } from './deps.ts';
import { readCursor } from './cursor.ts';
import { exportBills } from './export.ts';
import type { FiatRates } from './fiat-rates.ts';
import { heldReasons } from './held.ts';
import { lockPrices } from './lock-prices.ts';
import { hasCurrency, percent } from './rules.ts';
import { readSends } from './send-store.ts';
import { recipientOf, send } from './send.ts';
import { readConversions, readTransfers } from './store.ts';
import { transfer } from './transfer.ts';
import { valuation } from './valuation.ts';
import { balanceRow, currencyRow, entryRow, kindName, walletOf } from './views.ts';

type Calls = Handlers<Contract['wallet']>;

const ACCOUNT_OF_TYPE = { 1: 'legal', 2: 'change', 3: 'lever', 4: 'micro' } as const;
const accountsOf = (user: UserId, type: 1 | 2 | 3 | 4 | undefined) =>
  (type === undefined ? ACCOUNT_NAMES : [ACCOUNT_OF_TYPE[type]]).map((name) => userAccount(user, name));

interface Parts {
  readonly deps: WalletDeps;
  readonly rates: FiatRates;
  readonly currencies: () => Promise<readonly Currency[]>;
  readonly names: () => Promise<(id: CurrencyId) => string>;
  readonly worth: () => Promise<(currency: Currency) => Price | undefined>;
}

/** The balances of all accounts of a user. */
async function allBalances(
  { deps, currencies, worth }: Parts,
  user: UserId,
): Promise<Reply<Contract['wallet']['wallet/list']>> {
  const accounts = ACCOUNT_NAMES.map((name) => userAccount(user, name));
  const all = await currencies();
  const versions = await readVersions(deps.ctx.db);
  const decimalsOf = ({ id, decimals }: Currency): number => versions.get(id)?.displayDecimals ?? decimals;
  const price = await worth();
  const own = Map.groupBy(await deps.ledger.balances(deps.ctx.db, accounts), (balance) => balance.account);
  const of = <N extends (typeof ACCOUNT_NAMES)[number]>(name: N) =>
    walletOf(name, all, own.get(userAccount(user, name)) ?? [], price, decimalsOf);
  return {
    legal_wallet: of('legal'),
    change_wallet: of('change'),
    lever_wallet: of('lever'),
    micro_wallet: of('micro'),
  };
}

const balances = (parts: Parts) => {
  const { deps, rates, currencies, worth } = parts;
  return {
    'currency/list': async () => {
      const price = await worth();
      return (await currencies()).filter((currency) => currency.enabled).map((c) => currencyRow(c, price(c)));
    },
    'currency/user_currency_list': async ({ caller }) => {
      const price = await worth();
      const available = await deps.ledger.balances(deps.ctx.db, [userAccount(caller.userId, 'change')]);
      const own = new Map(available.map((balance) => [balance.currency, format(balance.available)]));
      const tradable = (await currencies()).filter(
        (currency) => currency.enabled && hasCurrency('change', currency),
      );
      return tradable.map((c) => ({ ...currencyRow(c, price(c)), change_balance: own.get(c.id) ?? '0' }));
    },
    'wallet/list': ({ caller }) => allBalances(parts, caller.userId),
    'wallet/detail': async ({ caller, input }) => {
      const type = input.type ?? 'change';
      const currency = await deps.ledger.currency(deps.ctx.db, input.currency);
      const own = await deps.ledger.balance(deps.ctx.db, userAccount(caller.userId, type), currency.id);
      const row = balanceRow(type, currency, own, (await worth())(currency));
      // Deposits arrive in the exchange account, so the other accounts have no address.
      const comesIn = currency.enabled && type === 'change';
      const address = comesIn ? ((await deps.funding?.address(currency.code, caller.userId)) ?? null) : null;
      return {
        ...row,
        type,
        balance: format(own.available),
        lock_balance: format(own.held),
        address,
        is_recharge: address !== null,
        is_withdraw:
          currency.enabled &&
          !(await stoppedUses(deps.ctx.db)).has(currency.code, 'withdrawal') &&
          ((await deps.funding?.canLeave(deps.ctx.db, currency, type)) ?? false),
        is_transfer:
          currency.enabled &&
          ACCOUNT_NAMES.some(
            (other) => other !== type && hasCurrency(other, currency) && hasCurrency(type, currency),
          ),
      };
    },
    'wallet/held': async ({ caller, input }) => {
      const { id } = await deps.ledger.currency(deps.ctx.db, input.currency);
      const parts = await heldByDomain(deps.ctx.db, userAccount(caller.userId, input.type), id);
      const reasons = parts && heldReasons(parts);
      return {
        parts: reasons?.map((part) => ({ reason: part.reason, amount: format(part.amount) })) ?? null,
      };
    },
    fiat_rates: async () => {
      const stored = await rates.current(deps.ctx.db);
      return {
        data: stored.map(({ code, symbol, rate }) => ({ currency_code: code, symbol, rate: format(rate) })),
        saved_ms: stored.length === 0 ? null : Math.min(...stored.map((rate) => rate.savedAt)),
        source: [...new Set(stored.map((rate) => rate.source))].join(', '),
      };
    },
    'wallet/getRateCurrency': async ({ input }) => {
      const currency = await deps.ledger.currency(deps.ctx.db, input.id);
      const price = (await worth())(currency) ?? refuse('price_unavailable');
      return { id: currency.id, name: currency.code, price: format(price) };
    },
  } satisfies Partial<Calls>;
};

const bills = ({ deps, names }: Parts) =>
  ({
    'wallet/bill_kinds': ({ lang }) => JOURNAL_KINDS.map((kind) => ({ kind, name: kindName(kind, lang) })),
    'wallet/legal_log': async ({ caller, input, lang }) => {
      const filter = { accounts: accountsOf(caller.userId, input.type), currency: input.currency };
      const { entries, count } = await statementPage(deps.ctx.db, filter, input);
      const name = await names();
      return { list: entries.map((entry) => entryRow(entry, name, lang)), count, limit: input.limit };
    },
    'wallet/bills': async ({ caller, input, lang }) => {
      const { type, currency, kind, from, to, page, limit } = input;
      const filter = { accounts: accountsOf(caller.userId, type), currency, kind, from, to };
      const before = readCursor(input.cursor);
      const numbered = await statementPage(deps.ctx.db, filter, { page, limit });
      const display =
        before === undefined ? numbered.entries : await statement(deps.ctx.db, filter, { before, limit });
      const last = display.length === limit ? display.at(-1) : undefined;
      const more = last && (await statement(deps.ctx.db, filter, { before: last.id, limit: 1 }));
      const name = await names();
      const rows = display.map((entry) => entryRow(entry, name, lang));
      return {
        ...pageReply(rows, numbered.count, page, limit),
        next: last && more?.length ? String(last.id) : null,
      };
    },
  }) satisfies Partial<Calls>;

const transfers = ({ deps, names }: Parts) =>
  ({
    'wallet/change': async ({ caller, input, tx }) => {
      const { currency_id: currency, number, from_field: from, to_field: to } = input;
      return { id: await transfer(deps, tx, { userId: caller.userId, currency, number, from, to }) };
    },
    'wallet/hzhistory': async ({ caller, input }) => {
      const { rows, total } = await readTransfers(deps.ctx.db, caller.userId, input);
      const name = await names();
      const view = rows.map((row) => ({
        id: row.id,
        currency: row.currency,
        currency_name: name(row.currency),
        number: format(row.number),
        from_field: row.from,
        to_field: row.to,
        created_at: wireTime(row.at),
        created_ms: row.at,
      }));
      return pageReply(view, total, input.page, input.limit);
    },
  }) satisfies Partial<Calls>;

const conversions = ({ deps, names }: Parts) =>
  ({
    'user/getTransferFee': async ({ caller, input }) => {
      const { prices } = await quote(deps, deps.ctx.db, input.from_currency_id, input.to_currency_id);
      const fee = percent(feeRateOf(deps, caller.userId));
      return { form_price: format(prices.from), to_price: format(prices.to), fee };
    },
    'user/Transfer': async ({ caller, input, tx }) => {
      const { number, from_currency_id: from, to_currency_id: to } = input;
      const done = await convertCoins(deps, tx, {
        userId: caller.userId,
        from,
        to,
        number,
        quoteId: input.quote_id,
      });
      return { id: done.id, paid: format(done.paid), fee: format(done.fee), received: format(done.received) };
    },
    'user/getTransferQuote': async ({ caller, input }) => {
      const { number, from_currency_id: from, to_currency_id: to } = input;
      const locked = await lockPrices(deps, { userId: caller.userId, from, to, number });
      return {
        quote_id: locked.id,
        number: format(number),
        fee: percent(locked.feeRate),
        form_price: format(locked.prices.from),
        to_price: format(locked.prices.to),
        fee_amount: format(locked.fee),
        paid: format(locked.paid),
        received: format(locked.received),
        expires_ms: locked.expiresAt,
        lives_ms: QUOTE_MS,
      };
    },
    'user/getTransferList': async ({ caller, input }) => {
      const { rows, total } = await readConversions(deps.ctx.db, caller.userId, input);
      const name = await names();
      const view = rows.map((row) => ({
        id: row.id,
        number: format(row.number),
        fee: format(row.fee),
        received: format(row.received),
        from_currency_id: row.from,
        from_currency_name: name(row.from),
        to_currency_id: row.to,
        to_currency_name: name(row.to),
        form_price: format(row.fromPrice),
        to_price: format(row.toPrice),
        created_at: wireTime(row.at),
        created_ms: row.at,
      }));
      return pageReply(view, total, input.page, input.limit);
    },
  }) satisfies Partial<Calls>;

const sending = ({ deps, names }: Parts) =>
  ({
    'wallet/recipient': async ({ caller, input }) => {
      const { nickname, isFirstPayment } = await recipientOf(deps, caller.userId, input.to);
      return { nickname, first_payment: isFirstPayment };
    },
    'wallet/send_limits': async ({ caller }) => {
      const { level, send: sent } = await deps.sending.gate.allowanceOf(deps.ctx.db, caller.userId);
      const { limit, used, left } = sent;
      return { level, limit: format(limit), used: format(used), left: format(left) };
    },
    'wallet/send': ({ caller, input, tx }) =>
      send(deps, tx, {
        from: caller.userId,
        to: input.to,
        currency: input.currency_id,
        number: input.number,
        note: input.note ?? '',
        payPassword: input.pay_password,
        code: input.code,
        firstPaymentAccepted: input.first_payment_ok ?? false,
      }),
    'wallet/sends': async ({ caller, input }) => {
      const { rows, total } = await readSends(deps.ctx.db, caller.userId, input.direction, input);
      const people = await deps.sending.users(deps.ctx.db, [...new Set(rows.map((row) => row.other))]);
      const nicknames = new Map(people.map(({ id, nickname }) => [id, maskedName(nickname)]));
      const name = await names();
      const view = rows.map(({ other, number, at, ...row }) => ({
        ...row,
        uid: other,
        nickname: nicknames.get(other) ?? '',
        number: format(number),
        currency_name: name(row.currency),
        created_at: wireTime(at),
        created_ms: at,
      }));
      return pageReply(view, total, input.page, input.limit);
    },
    'wallet/bills_export': async ({ caller, input, lang }) => {
      const { format: form, type, group, ...filter } = input;
      const accounts = accountsOf(caller.userId, type);
      const kinds = group && eventKinds(group);
      const request = { ...filter, kinds, userId: caller.userId, accounts, format: form, lang };
      return exportBills(deps, request, await names());
    },
  }) satisfies Partial<Calls>;

/** Handlers of the wallet's calls; users see only their own rows. */
export function walletHandlers(deps: WalletDeps, rates: FiatRates): Calls {
  const currencies = () => deps.ledger.currencies(deps.ctx.db);
  const resolved: Parts = {
    deps,
    rates,
    currencies,
    names: async () => {
      const codes = new Map((await currencies()).map((currency) => [currency.id, currency.code]));
      return (id) => codes.get(id) ?? String(id);
    },
    worth: async () => valuation(deps.prices, await rates.current(deps.ctx.db)),
  };
  return {
    ...balances(resolved),
    ...bills(resolved),
    ...activityHandlers(deps, currencies),
    ...transfers(resolved),
    ...conversions(resolved),
    ...sending(resolved),
  };
}
