import { WITHDRAWAL_TYPE, refuse, wireTime } from '@karat/contract';
import type { CurrencyId, SessionId, UserId } from '@karat/contract';
import { compare, format, minus, negate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { userAccount } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import type { GivenBeneficiary } from '@karat/domains/compliance';
import { stoppedUses } from '@karat/domains/currencies';
import type { Clearance } from '@karat/domains/outflow';
import type { Confirmation } from '@karat/domains/credentials';
import type { Payee } from '@karat/domains/payees';
import type { Queries, Tx } from '@karat/platform/db';
import type { Program } from '@karat/platform/http';
import { approve } from './approve.ts';
import type { ResolvedDeps, Person } from './deps.ts';
import { approvalsNeeded, decimalsOut, digestOf, releaseAt, riskNotes } from './rules.ts';
import type { Policy } from './rules.ts';
import { screenPayee } from './screen-payee.ts';
import { policyIn } from './thresholds.ts';
import * as past from './history-store.ts';
import * as routeStore from './route-store.ts';
import * as store from './store.ts';
import type { NewWithdrawal } from './store.ts';
import type { Route } from './route-store.ts';

/** Requester: the owner in a session, who confirms; or an API key of the owner. */
export type Requester =
  | { readonly kind: 'owner'; readonly session: SessionId; readonly confirmation: Confirmation }
  | { readonly kind: 'program'; readonly program: Program };

export interface WithdrawalRequest {
  readonly user: UserId;
  readonly by: Requester;
  readonly type: 0 | 1 | 2;
  readonly currency: CurrencyId;
  readonly network: string | undefined;
  readonly address: string;
  readonly number: Amount;
  /** Whether the user accepted the warning of a first payment. */
  readonly firstPaymentAccepted: boolean;
  /** Whose wallet it pays, as filled in. */
  readonly beneficiary?: GivenBeneficiary;
}

/** Fiat is withdrawn from the fiat account, all else from the exchange account. */
export const accountFor = (currency: Currency): 'legal' | 'change' =>
  currency.kind === 'fiat' ? 'legal' : 'change';

/** Networks whose payouts are halted, from every source. */
export async function haltedNetworks(deps: ResolvedDeps, queries: Queries): Promise<ReadonlySet<string>> {
  const own = (await routeStore.readHalts(queries)).map(({ network }) => network);
  return new Set([...own, ...((await deps.haltedElsewhere?.(queries)) ?? [])]);
}

async function routeFor(tx: Tx, input: WithdrawalRequest, payee: Payee): Promise<Route> {
  const routes = await routeStore.readRoutes(tx, input.currency, input.type);
  return routes.find(({ network }) => network === payee.network) ?? refuse('withdrawal_closed');
}

function checkNumber(number: Amount, currency: Currency, route: Route): void {
  const decimals = decimalsOut(route.type, currency.decimals);
  if (roundDown(number, decimals) !== number) refuse('amount_too_precise', { decimals });
  if (compare(number, route.minimum) < 0)
    refuse('amount_below_minimum', { min: format(route.minimum), currency: currency.code });
  if (compare(number, route.fee) <= 0)
    refuse('fee_above_amount', { fee: format(route.fee), currency: currency.code });
}

/** Returns the requester; an API key counts as its device. */
async function personOf(
  { person: owner }: ResolvedDeps,
  tx: Tx,
  { user, by }: WithdrawalRequest,
): Promise<Person> {
  const session = by.kind === 'owner' ? by.session : undefined;
  const found = (await owner(tx, user, session)) ?? refuse('not_found');
  return by.kind === 'program' ? { ...found, deviceSince: by.program.since } : found;
}

/** Description of the requester in the history of a withdrawal. */
const requesterStep = (by: Requester): { readonly by: string; readonly note?: string } =>
  by.kind === 'owner'
    ? { by: 'user' }
    : { by: `api key ${by.program.key}`, note: `API · ${by.program.label}` };

interface Judged {
  readonly row: NewWithdrawal;
  readonly permit: Clearance['permit'];
  /** When it was counted: that of the request, so that its movement and its row have one moment. */
  readonly at: number;
}

interface NotedPayee {
  readonly id: number;
  readonly payee: Payee;
  readonly usdt: Amount;
  readonly beneficiary: string | undefined;
}

/** Returns true if a monitoring rule has a withdrawal wait for a review. The user reads no more than that it is reviewed. */
const isMonitored = async (
  { ctx, monitoring }: ResolvedDeps,
  tx: Tx,
  { id, user, payee, usdt }: Pick<NotedPayee, 'id' | 'payee' | 'usdt'> & { readonly user: UserId },
): Promise<boolean> =>
  (await monitoring?.mustHold(
    tx,
    { kind: 'withdrawal', reference: id, user, usdt, at: ctx.clock.now(), note: '' },
    payee.hashes[0].toString('hex'),
  )) ?? false;

/** Returns risk notes for a reviewer about person and payee. */
async function notesOf(
  deps: ResolvedDeps,
  tx: Tx,
  input: WithdrawalRequest,
  { id, payee, usdt, beneficiary }: NotedPayee,
  policy: Policy,
) {
  const { user } = input;
  const now = deps.ctx.clock.now();
  const owner = await personOf(deps, tx, input);
  const history = await past.payeeHistory(tx, user, payee.hashes);
  const shared = new Set([...history.others, ...(await deps.payees.sharedWith(tx, payee.hashes, user))]);
  const facts = {
    usdt,
    requestsInWindow: await past.requestsSince(tx, user, now - policy.windowMs),
    paidBefore: history.paid > 0,
    sharedWith: shared.size,
    deviceSince: owner.deviceSince,
    accountSince: owner.createdAt,
    heldUntil: await deps.credentials.lastHoldEnd(tx, user),
    hasDispute: (await deps.hasDispute?.(tx, user)) ?? false,
    ...(await screenPayee(deps, tx, { id, user, payee, beneficiary })),
    isMonitored: await isMonitored(deps, tx, { id, user, payee, usdt }),
    now,
  };
  return riskNotes(facts, policy);
}

const NO_BENEFICIARY: GivenBeneficiary = {
  owner: undefined,
  name: undefined,
  hosting: undefined,
  exchange: undefined,
};

/** Stores whose wallet a withdrawal to an address pays. Returns the name of another person. */
async function recordBeneficiary(
  { travelRule }: ResolvedDeps,
  tx: Tx,
  { type, user, beneficiary: given = NO_BENEFICIARY }: WithdrawalRequest,
  { id, usdt, payee }: { readonly id: number; readonly usdt: Amount; readonly payee: Payee },
): Promise<string | undefined> {
  if (type !== WITHDRAWAL_TYPE.address) return undefined;
  return (await travelRule?.record(tx, { id, user, usdt, payee, given }))?.name ?? undefined;
}

/** Refuses every invalid request; returns the facts for the risk rules. */
async function assessRequest(
  deps: ResolvedDeps,
  tx: Tx,
  id: number,
  input: WithdrawalRequest,
): Promise<Judged> {
  const { user, number, by } = input;
  const currency = await deps.ledger.currency(tx, input.currency);
  if (!currency.enabled) refuse('currency_disabled');
  const payee = await deps.payees.find(tx, { ...input, addressOnly: by.kind === 'program' });
  const route = await routeFor(tx, input, payee);
  if ((await stoppedUses(tx)).has(currency.code, 'withdrawal', payee.network)) refuse('withdrawal_closed');
  checkNumber(number, currency, route);
  if ((await haltedNetworks(deps, tx)).has(payee.network)) refuse('network_halted');
  if (
    input.type === WITHDRAWAL_TYPE.address &&
    (await deps.isOwnAddress?.(tx, payee.network, payee.shown)) === true
  )
    refuse('own_address');
  const { firstPaymentAccepted } = input;
  const receiver = { kind: 'payee', payee } as const;
  const request = { kind: 'withdrawal', reference: id, user, by, receiver, currency, number } as const;
  const { permit, usdt, btc, at } = await deps.outflow.mayMoneyLeave(tx, {
    ...request,
    firstPaymentAccepted,
  });
  const beneficiary = await recordBeneficiary(deps, tx, input, { id, usdt, payee });
  const policy = await policyIn(deps, tx);
  const notes = await notesOf(deps, tx, input, { id, payee, usdt, beneficiary }, policy);
  const row: NewWithdrawal = {
    user,
    type: input.type,
    account: accountFor(currency),
    currency: currency.id,
    number,
    fee: route.fee,
    network: payee.network,
    payee: payee.shown,
    payeeHash: payee.hashes[0],
    hashKey: deps.payees.hashing.mark,
    payeeSealed: payee.sealed,
    usdt,
    btc,
    notes,
    approvals: approvalsNeeded(usdt, notes, policy),
    releaseAt: releaseAt(usdt, at, policy),
  };
  return { row, permit, at };
}

/**
 * Requests a withdrawal and holds its amount, fee included. Refuses everything that `wallet/out` names. Serialises the
 * requests of one account, so that caps hold under concurrency. Below the limit and without a risk note the rules
 * approve it in the same transaction.
 */
export async function requestWithdrawal(
  deps: ResolvedDeps,
  tx: Tx,
  input: WithdrawalRequest,
): Promise<{ readonly id: number; readonly receive: Amount }> {
  const id = await store.nextId(tx);
  const { row, permit, at } = await assessRequest(deps, tx, id, input);
  const digest = digestOf({
    id,
    type: row.type,
    currency: row.currency,
    network: row.network,
    payee: row.payee,
    number: format(row.number),
    fee: format(row.fee),
  });
  await store.insertWithdrawal(tx, id, digest, row, at);
  await store.addStep(tx, id, { state: 'requested', ...requesterStep(input.by), at });
  await deps.ledger.post(tx, {
    key: `withdrawal:hold:${id}`,
    kind: 'withdrawal:hold',
    reference: String(id),
    at,
    permit,
    entries: [
      {
        account: userAccount(row.user, row.account),
        currency: row.currency,
        available: negate(row.number),
        held: row.number,
      },
    ],
  });
  const { code } = await deps.ledger.currency(tx, row.currency);
  const values = { amount: format(row.number), coin: code, payee: row.payee };
  const { user, releaseAt: release } = row;
  await deps.messages.notify(tx, {
    user,
    key: `withdrawal:${id}:requested`,
    ...(release === undefined
      ? { kind: 'withdrawals:requested', values }
      : { kind: 'withdrawals:delayed', values: { ...values, time: wireTime(release) } }),
  });
  if (row.approvals === 0) await approve(deps, tx, id, ['rules']);
  return { id, receive: minus(row.number, row.fee) };
}
