import { NETWORKS, WITHDRAWAL_TYPE, currencyId, refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import { stoppedUses } from '@karat/domains/currencies';
import type { Currency } from '@karat/domains/ledger';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Payload } from '@karat/domains/operators';
import { CARD_NETWORK } from '@karat/domains/payees';
import { amount, format, mulDown, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { chainOf } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { MINIMUM_USDT_MAX, decimalsOut, isFeeBearable } from './rules.ts';
import { lockRoutes, readVersionedRoute, readVersionedRoutes, writeRoute } from './route-versions.ts';
import type { RouteKey, VersionedRoute } from './route-versions.ts';
import { signerStatus, signerVerdict } from './signer-policy.ts';

/** Kind of approval that changes fee and minimum of withdrawals over a network, or adds them. */
export const ROUTE_CHANGE = 'withdrawal route';

type Calls = Contract['withdrawals'];
type Row = Reply<Calls['console/withdrawal_routes']>[number];

interface Terms {
  readonly fee: Amount;
  readonly minimum: Amount;
}

const keyOf = (payload: Payload): RouteKey => {
  const type = Number(payload['type']);
  return {
    type: type === 1 || type === 2 ? type : 0,
    currency: currencyId(Number(payload['currency_id'])),
    network: String(payload['network']),
  };
};

/**
 * Refuses `value_invalid` with the field of a term that is out of its bounds. A minimum above its bound would keep small balances
 * from leaving.
 */
async function checkTerms(
  deps: ResolvedDeps,
  db: Queries,
  currency: Currency,
  type: RouteKey['type'],
  { fee, minimum }: Terms,
): Promise<void> {
  const require = (isValid: boolean, field: string): void => {
    if (!isValid) refuse('value_invalid', { field });
  };
  const decimals = decimalsOut(type, currency.decimals);
  require(roundDown(fee, decimals) === fee && isFeeBearable(fee, minimum), 'fee');
  require(minimum > 0n && roundDown(minimum, decimals) === minimum, 'minimum');
  const price = await deps.price(db, currency);
  require(price === undefined || mulDown(minimum, price) <= MINIMUM_USDT_MAX, 'minimum');
}

/** Whether a route can be added: over a bank for fiat and coins, over a chain for what the chain carries. */
function checkNew(deps: ResolvedDeps, { type, network }: RouteKey, { code, kind }: Currency): void {
  if (type !== WITHDRAWAL_TYPE.address)
    return void (
      (network === CARD_NETWORK && kind !== 'stock') ||
      refuse('value_invalid', { field: 'network' })
    );
  const isCarried =
    chainOf(deps, network)?.assets.some((asset) => asset.code === code) ??
    (NETWORKS.some((each) => each === network) && kind === 'coin');
  if (!isCarried) refuse('value_invalid', { field: 'network' });
}

const TITLES = { 1: 'Bank card', 2: 'SWIFT' } as const;
const CHAIN_TITLES: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum (ERC20)',
  tron: 'Tron (TRC20)',
};
const titleOf = ({ type, network }: RouteKey): string =>
  type === 0 ? (CHAIN_TITLES[network] ?? network) : TITLES[type];

/** Refuses `approval_stale` if the route is not at the version that the request was about. */
async function changeIn(deps: ResolvedDeps, db: Queries, payload: Payload) {
  const key = keyOf(payload);
  const currency = await deps.ledger.currency(db, key.currency);
  const before = await readVersionedRoute(db, key);
  if ((before?.version ?? 0) !== payload['version']) refuse('approval_stale');
  if (!before) checkNew(deps, key, currency);
  const named = (field: keyof Terms): Amount => {
    const text = payload[field];
    if (text !== undefined) return amount(String(text));
    return before?.[field] ?? refuse('value_invalid', { field });
  };
  const after = { fee: named('fee'), minimum: named('minimum') };
  await checkTerms(deps, db, currency, key.type, after);
  return { key, currency, before, after };
}

/** How two operators change fee and minimum. */
export const routeKind = (deps: ResolvedDeps): ApprovalKind => ({
  async present(db, payload) {
    const { key, currency, before, after } = await changeIn(deps, db, payload);
    const text = (value: Amount): string => `${format(value)} ${currency.code}`;
    const row = (label: string, field: keyof Terms) =>
      change(label, before ? text(before[field]) : null, text(after[field]));
    const { code } = currency;
    const verdict = signerVerdict(deps, await signerStatus(deps), { ...key, code });
    return {
      title: before ? 'Change withdrawals over a network' : 'Add withdrawals over a network',
      subject: `${code}: ${before?.title ?? titleOf(key)}`,
      changes: [
        row('Fee', 'fee'),
        row('Minimum', 'minimum'),
        fact('Requests that were made', 'keep their fee'),
        fact('Signer', VERDICTS[verdict]),
      ],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    await lockRoutes(tx);
    const { key, before, after } = await changeIn(deps, tx, payload);
    const at = deps.ctx.clock.now();
    const title = before?.title ?? titleOf(key);
    await writeRoute(tx, { ...key, ...after, title, askedBy, approvedBy, at });
  },
});

/** What an approval page says about the signer. */
const VERDICTS: Readonly<Record<Row['signer'], string>> = {
  agrees: 'its policy agrees',
  differs: 'its policy names another contract or other decimals: it signs nothing',
  no_cap: 'its policy has no cap for the currency: it signs nothing',
  no_contract: 'its policy has no contract for the currency: it signs nothing',
  unknown: 'not compared: the signer or the node does not reply',
  not_needed: 'not needed: a bank pays',
};

/** Asks to change or to add fee and minimum; a second operator approves. */
export async function requestRoute(
  deps: ResolvedDeps,
  tx: Tx,
  caller: OperatorCaller,
  {
    reason,
    type,
    currency_id: currency,
    network,
    version,
    fee,
    minimum,
  }: Read<Calls['console/withdrawal_route_change']>,
): Promise<Reply<Calls['console/withdrawal_route_change']>> {
  const { code } = await deps.ledger.currency(tx, currency);
  return requestApproval(deps.ctx, tx, caller, {
    kind: ROUTE_CHANGE,
    subject: `${code} over ${network}`,
    payload: {
      type,
      currency_id: currency,
      network,
      version,
      ...(fee === undefined ? {} : { fee: format(fee) }),
      ...(minimum === undefined ? {} : { minimum: format(minimum) }),
    },
    reason,
    present: routeKind(deps).present,
  });
}

/** All routes as the console shows them. */
export async function routeRows(deps: ResolvedDeps): Promise<Row[]> {
  const { db } = deps.ctx;
  const status = await signerStatus(deps);
  const stopped = await stoppedUses(db);
  const byId = new Map((await deps.ledger.currencies(db)).map((currency) => [currency.id, currency]));
  const rowOf = (route: VersionedRoute): Row[] => {
    const currency = byId.get(route.currency);
    if (!currency) return [];
    const { code } = currency;
    const { network } = route;
    return [
      {
        type: route.type,
        currency_id: currency.id,
        code,
        network,
        title: route.title,
        fee: format(route.fee),
        minimum: format(route.minimum),
        connected: route.type !== WITHDRAWAL_TYPE.address || chainOf(deps, network) !== undefined,
        stopped: !route.enabled || stopped.has(code, 'withdrawal', network),
        stopped_here: stopped.hasOwn(code, 'withdrawal', network),
        signer: signerVerdict(deps, status, { currency: currency.id, code, network }),
        version: route.version,
        asked_by: route.askedBy,
        approved_by: route.approvedBy,
        changed_ms: route.at,
      },
    ];
  };
  return (await readVersionedRoutes(db)).flatMap(rowOf);
}
