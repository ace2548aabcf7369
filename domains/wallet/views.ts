import { ACCOUNT_TYPES, JOURNAL_KINDS, logoPath, wireTime } from '@karat/contract';
import type { AccountName, Contract, CurrencyId, JournalKind, Reply } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { ZERO, format, mulDown, plus } from '@karat/money';
import type { Price } from '@karat/money';
import { ownerOf } from '@karat/domains/ledger';
import type { Balance, Currency, StatementEntry } from '@karat/domains/ledger';
import { correctionReason } from '@karat/domains/operators';
import type { ListedEvent } from './activity-rules.ts';
import { kindNames } from './kind-names.ts';
import { hasCurrency } from './rules.ts';

type Calls = Contract['wallet'];
type CurrencyRow = Reply<Calls['currency/list']>[number];
type EntryRow = Reply<Calls['wallet/bills']>['data'][number];
type ActivityRow = Reply<Contract['wallet']['wallet/activity']>['data'][number];
type StepRow = Reply<Contract['wallet']['wallet/activity_steps']>[number];
type WalletRow = { id: number; currency: number; currency_name: string; usdt_price: string };
type BalanceRow<N extends AccountName> = WalletRow & Record<`${N}_balance` | `lock_${N}_balance`, string>;
type Balances<N extends AccountName> = { balance: BalanceRow<N>[]; usdt_totle: string };

export const currencyRow = (currency: Currency, worth: Price | undefined): CurrencyRow => ({
  id: currency.id,
  name: currency.code,
  title: currency.title,
  kind: currency.kind,
  decimals: currency.decimals,
  logo: logoPath(currency.code),
  price: worth === undefined ? null : format(worth),
});

const knownKinds = new Set<string>(JOURNAL_KINDS);
const isKind = (kind: string): kind is JournalKind => knownKinds.has(kind);
/** Name of a kind; an unknown kind of a newer version by its code. */
export const kindName = (kind: string, lang: Lang): string => (isKind(kind) ? kindNames[kind][lang] : kind);

/** Name of a movement: its kind, with the reason of a correction. */
export function infoOf({ kind, reference }: Pick<StatementEntry, 'kind' | 'reference'>, lang: Lang): string {
  const reason = kind === 'correction' ? correctionReason(reference, lang) : '';
  return reason === '' ? kindName(kind, lang) : `${kindName(kind, lang)}: ${reason}`;
}

/** One account: every currency that it has, zero or not, with its value; a currency without a price adds nothing. */
export function walletOf<N extends AccountName>(
  name: N,
  currencies: readonly Currency[],
  balances: readonly Balance[],
  worth: (currency: Currency) => Price | undefined,
  decimalsOf: (currency: Currency) => number,
): Balances<N> {
  let total = ZERO;
  const rows = currencies
    .map((currency) => ({ currency, own: balances.find((balance) => balance.currency === currency.id) }))
    .filter(({ currency, own }) => own !== undefined || (currency.enabled && hasCurrency(name, currency)))
    .map(({ currency, own }) => {
      const available = own?.available ?? ZERO;
      const held = own?.held ?? ZERO;
      const price = worth(currency);
      if (price !== undefined) total = plus(total, mulDown(plus(available, held), price));
      const row = balanceRow(name, currency, { available, held }, price);
      return { ...row, display_decimals: decimalsOf(currency) };
    });
  return { balance: rows, usdt_totle: format(total) };
}

/** One currency of an account; without a price its value is 0. */
export function balanceRow<N extends AccountName>(
  name: N,
  currency: Currency,
  { available, held }: Pick<Balance, 'available' | 'held'>,
  price: Price | undefined,
): BalanceRow<N> {
  const amounts = { [`${name}_balance`]: format(available), [`lock_${name}_balance`]: format(held) };
  return {
    id: currency.id,
    currency: currency.id,
    currency_name: currency.code,
    usdt_price: price === undefined ? '0' : format(price),
    ...(amounts as Record<`${N}_balance` | `lock_${N}_balance`, string>),
  };
}

/** Kinds of movement with a signed receipt, named by the reference. */
const PROVED: Partial<Record<JournalKind, string>> = {
  'contract:open': 'contract',
  'contract:close': 'contract',
  'contract:liquidation': 'contract',
  'contract:fee': 'contract',
  'contract:insurance': 'contract',
  'option:won': 'option',
  'option:lost': 'option',
  'option:back': 'option',
  'dual:payout': 'dual',
  'dual:refund': 'dual',
  'launchpad:allotment': 'launchpad',
  'launchpad:refund': 'launchpad',
  'loan:liquidation': 'loan',
};

/** Parameters of a movement's receipts. */
function proofOf({ kind, reference }: Pick<StatementEntry, 'kind' | 'reference'>): EntryRow['proof'] {
  const proved = isKind(kind) ? PROVED[kind] : undefined;
  return proved === undefined ? null : { kind: proved, subject: reference };
}

/** An entry of the user's bills. `value` and `held` are the changes; before and after are the available balance. */
export function entryRow(entry: StatementEntry, nameOf: (id: CurrencyId) => string, lang: Lang): EntryRow {
  const owner = ownerOf(entry.account);
  return {
    id: entry.id,
    journal_id: entry.journalId,
    kind: entry.kind,
    info: infoOf(entry, lang),
    proof: proofOf(entry),
    type: owner.owner === 'user' ? ACCOUNT_TYPES[owner.type] : 0,
    currency: entry.currency,
    currency_name: nameOf(entry.currency),
    value: format(entry.available),
    held: format(entry.held),
    before: format(plus(entry.availableAfter, -entry.available as typeof entry.available)),
    after: format(entry.availableAfter),
    created_time: wireTime(entry.at),
    created_ms: entry.at,
  };
}

/** Number, name and decimals of a currency. */
function namedCurrency(currency: CurrencyId, currencies: readonly Currency[]) {
  const known = currencies.find(({ id }) => id === currency);
  return { currency, currency_name: known?.code ?? String(currency), decimals: known?.decimals ?? 0 };
}

/** Account name, and name and decimals of the currency of a movement. */
function balanceOf(
  { account, currency }: Pick<StatementEntry, 'account' | 'currency'>,
  currencies: readonly Currency[],
) {
  const owner = ownerOf(account);
  if (owner.owner !== 'user') throw new Error(`account ${account} belongs to no user`);
  return { account: owner.type, ...namedCurrency(currency, currencies) };
}

/** An event of the user's history. */
export const activityRow = (
  event: ListedEvent,
  currencies: readonly Currency[],
  lang: Lang,
): ActivityRow => ({
  id: event.id,
  journal_id: event.journalId,
  group: event.group,
  kind: event.kind,
  info: event.kind === 'withdrawal:hold' ? kindName('withdrawal:paid', lang) : infoOf(event, lang),
  state: event.state,
  legs: event.legs.map((leg) => ({
    ...balanceOf(leg, currencies),
    amount: format(leg.amount),
    available_after: format(leg.availableAfter),
    held_after: format(leg.heldAfter),
  })),
  fees: event.fees.map((fee) => ({ ...namedCurrency(fee.currency, currencies), amount: format(fee.amount) })),
  proof: proofOf(event),
  created_ms: event.at,
});

/** A movement that belongs to an event. */
export const stepRow = (entry: StatementEntry, currencies: readonly Currency[], lang: Lang): StepRow => ({
  ...balanceOf(entry, currencies),
  id: entry.id,
  info: infoOf(entry, lang),
  available: format(entry.available),
  held: format(entry.held),
  available_after: format(entry.availableAfter),
  created_ms: entry.at,
});
