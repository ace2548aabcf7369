import { wireTime } from '@karat/contract';
import type { Contract, CurrencyId, Reply } from '@karat/contract';
import type { ExplorerLink } from '@karat/domains/currencies';
import { fill } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { amount, format } from '@karat/money';
import { neededOn } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import type { DepositListRow, LogRow } from './log-store.ts';
import { stateReasons, voucherReasons } from './reasons.ts';
import { confirmationsAt, statusOf } from './rules.ts';
import type { DepositMethod } from './rules.ts';

type Calls = Contract['deposits'];
type LogView = Reply<Calls['recharge/log']>['data'][number];
type MethodView = Reply<Calls['deposit/coins']>[number]['networks'][number];

const VOUCHER_STATES = { 1: 'pending', 2: 'approved', 3: 'rejected' } as const;

/** A deposit method for the app. */
export function methodView(deps: ResolvedDeps, method: DepositMethod): MethodView {
  const on = deps.open.get(method.network);
  const connected = on?.chain !== undefined;
  return {
    network: method.network,
    network_name: on?.name ?? method.network,
    standard: method.standard,
    sub_name: method.subName,
    minimum: format(method.minimum),
    confirmations: on ? neededOn(method, on) : method.confirmations.real,
    connected,
    real: on?.real ?? true,
    faucet: connected && deps.faucet !== undefined && !(on?.real ?? true),
  };
}

function reasonOf(row: LogRow, coin: string, lang: Lang): string {
  if (row.state === 'below_minimum' || row.state === 'orphaned') {
    return fill(stateReasons[row.state][lang], lang, { min: format(amount(row.minimum)), coin });
  }
  if (row.reason === null) return '';
  return [fill(voucherReasons[row.reason][lang], lang, {}), row.note]
    .filter((part) => part !== '')
    .join(': ');
}

/** A row of the user's log. */
export function logView(
  deps: ResolvedDeps,
  row: LogRow,
  { codeOf, linkOf }: { readonly codeOf: (id: CurrencyId) => string; readonly linkOf: ExplorerLink },
  lang: Lang,
): LogView {
  const coin = codeOf(row.currency);
  return {
    id: row.id,
    kind: row.kind,
    currency: row.currency,
    currency_name: coin,
    amount: format(amount(row.amount)),
    network: row.network,
    network_name: row.network === null ? '' : (deps.open.get(row.network)?.name ?? row.network),
    account: row.account,
    txid: row.transaction,
    explorer: row.network === null ? null : linkOf(row.network, row.transaction),
    confirmations_needed: row.needed,
    confirmations:
      row.state === 'credited' ? row.needed : confirmationsAt(row.height, row.scanned, row.needed),
    status: row.state === null ? (row.status ?? 1) : statusOf(row.state),
    state: row.state ?? VOUCHER_STATES[row.status ?? 1],
    reason: reasonOf(row, coin, lang),
    image: row.image,
    created_at: wireTime(row.createdMs),
    created_ms: row.createdMs,
  };
}

/** A deposit for operators. */
export const depositView = (
  row: DepositListRow,
  codeOf: (id: CurrencyId) => string,
): Reply<Calls['console/deposits']>['data'][number] => ({
  id: row.id,
  uid: row.uid,
  network: row.network,
  currency_name: codeOf(row.currency),
  amount: format(amount(row.amount)),
  address: row.address,
  txid: row.transaction,
  output: row.output,
  height: row.height,
  confirmations_needed: row.needed,
  state: row.state,
  created_ms: row.createdMs,
  confirmations: row.state === 'credited' ? row.needed : confirmationsAt(row.height, row.scanned, row.needed),
});
