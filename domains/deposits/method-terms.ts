import { currencyId, refuse } from '@karat/contract';
import type { Contract, CurrencyId, NetworkId, Read, Reply } from '@karat/contract';
import { stoppedUses } from '@karat/domains/currencies';
import type { Currency } from '@karat/domains/ledger';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Payload } from '@karat/domains/operators';
import { amount, format, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { ChainUnavailable, checkAddress } from '@karat/platform/chains';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { neededOn } from './deps.ts';
import type { OpenNetwork, ResolvedDeps } from './deps.ts';
import { insertMethodVersion, lockMethods } from './method-store.ts';
import { TOKEN_STANDARD, readMethods } from './methods.ts';
import type { MethodInForce } from './methods.ts';
import { CONFIRMATIONS_MAX, confirmationsFloor } from './rules.ts';

/** Kind of approval that changes the terms of deposits of a currency over a network, or adds them. */
export const METHOD_CHANGE = 'deposit method';

type Calls = Contract['deposits'];
type Row = Reply<Calls['console/deposit_methods']>[number];

interface Terms {
  readonly minimum: Amount;
  readonly confirmations: number;
}

interface Token {
  readonly contract: string;
  readonly decimals: number;
}

/** Entry of the signer's own policy without which it signs no payout of a token. */
export const signerEntry = (
  currency: CurrencyId,
  network: NetworkId,
  { contract, decimals }: Token,
): string =>
  JSON.stringify({
    [network === 'tron' ? 'tronContracts' : 'contracts']: { [currency]: contract },
    decimals: { [currency]: decimals },
  });

const tokenOf = (payload: Payload): Token | undefined =>
  payload['contract'] === undefined
    ? undefined
    : { contract: String(payload['contract']), decimals: Number(payload['token_decimals']) };

/** The contract in canonical form. Refuses `value_invalid` for no address, or a token on a network without tokens. */
function canonical({ network }: OpenNetwork, contract: string): string {
  const checked = TOKEN_STANDARD[network.id] && checkAddress(network, contract);
  return checked?.ok === true ? checked.address : refuse('value_invalid', { field: 'contract' });
}

/**
 * Refuses `value_invalid` if the contract counts other decimals than named: with others every amount would be another one, and the
 * network could no longer be read. Refuses `unavailable` while the node does not reply.
 */
async function checkDecimals(on: OpenNetwork, { contract, decimals }: Token): Promise<void> {
  const reader = on.chain?.reader;
  if (reader === undefined || !('tokenDecimals' in reader)) return;
  try {
    const own = await reader.tokenDecimals(contract);
    if (own !== decimals)
      refuse('value_invalid', { field: own === undefined ? 'contract' : 'token_decimals' });
  } catch (failure) {
    if (failure instanceof ChainUnavailable) refuse('unavailable');
    throw failure;
  }
}

/** A token that is new on its network. Refuses `value_invalid` for a contract that stands for another currency there. */
async function newToken(
  on: OpenNetwork,
  currency: Currency,
  methods: readonly MethodInForce[],
  payload: Payload,
): Promise<Token> {
  const asked = tokenOf(payload) ?? refuse('value_invalid', { field: 'contract' });
  if (currency.kind !== 'coin') refuse('value_invalid', { field: 'currency_id' });
  const token = { ...asked, contract: canonical(on, asked.contract) };
  const isTaken =
    on.chain?.assets.some(({ contract }) => contract === token.contract) === true ||
    methods.some(({ network, version }) => network === on.id && version?.token?.contract === token.contract);
  if (isTaken) refuse('value_invalid', { field: 'contract' });
  await checkDecimals(on, token);
  return token;
}

/** Refuses `value_invalid` with the field of a term that is out of its bounds. */
function checkTerms({ minimum, confirmations }: Terms, { decimals }: Currency, on: OpenNetwork): void {
  if (minimum <= 0n || roundDown(minimum, decimals) !== minimum)
    refuse('value_invalid', { field: 'minimum' });
  if (confirmations < confirmationsFloor(on.id, on.real) || confirmations > CONFIRMATIONS_MAX)
    refuse('value_invalid', { field: 'confirmations' });
}

/** Refuses `approval_stale` if the terms are not those that the request was about. */
async function changeIn(deps: ResolvedDeps, db: Queries, payload: Payload) {
  const on = [...deps.open.values()].find(({ id }) => id === payload['network']);
  if (on?.deriver === undefined) return refuse('deposit_unavailable');
  const currency = await deps.ledger.currency(db, currencyId(Number(payload['currency_id'])));
  const methods = await readMethods(deps, db);
  const before = methods.find(on.id, currency.code);
  if ((before?.version?.version ?? 0) !== payload['version']) refuse('approval_stale');
  const minimum = payload['minimum'];
  const confirmations = payload['confirmations'];
  const after: Terms = {
    minimum:
      minimum === undefined
        ? (before?.minimum ?? refuse('value_invalid', { field: 'minimum' }))
        : amount(String(minimum)),
    confirmations:
      confirmations === undefined
        ? before
          ? neededOn(before, on)
          : refuse('value_invalid', { field: 'confirmations' })
        : Number(confirmations),
  };
  checkTerms(after, currency, on);
  // The token of a method is fixed: what arrived under another contract is another thing.
  if (before && payload['contract'] !== undefined) refuse('value_invalid', { field: 'contract' });
  const token = before ? before.version?.token : await newToken(on, currency, methods.all, payload);
  return { on, currency, before, after, token };
}

/** How two operators change terms of deposits. */
export const methodKind = (deps: ResolvedDeps): ApprovalKind => ({
  async present(db, payload) {
    const { on, currency, before, after, token } = await changeIn(deps, db, payload);
    const text = ({ minimum }: Terms | MethodInForce): string => `${format(minimum)} ${currency.code}`;
    const floor = `at least ${confirmationsFloor(on.id, on.real)}`;
    return {
      title: before ? 'Change deposits over a network' : 'Add deposits over a network',
      subject: `${currency.code} on ${on.name}`,
      changes: [
        change('Minimum deposit', before ? text(before) : null, text(after)),
        change('Confirmations', before ? String(neededOn(before, on)) : null, String(after.confirmations)),
        fact('Bound of confirmations', floor),
        ...(token === undefined
          ? []
          : [
              change('Token contract', before ? token.contract : null, token.contract),
              change('Decimals of the token', before ? String(token.decimals) : null, String(token.decimals)),
              fact('The signer has to know', signerEntry(currency.id, on.id, token)),
            ]),
      ],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    await lockMethods(tx);
    const { on, currency, after, token } = await changeIn(deps, tx, payload);
    const at = deps.ctx.clock.now();
    const terms = { network: on.id, currency: currency.id, ...after, token };
    await insertMethodVersion(tx, { ...terms, askedBy, approvedBy, at });
  },
});

/** Asks to change or to add terms of deposits; a second operator approves. */
export async function requestMethod(
  deps: ResolvedDeps,
  tx: Tx,
  caller: OperatorCaller,
  { reason, ...asked }: Read<Calls['console/deposit_method_change']>,
): Promise<Reply<Calls['console/deposit_method_change']>> {
  const { code } = await deps.ledger.currency(tx, asked.currency_id);
  const { minimum, confirmations, contract, token_decimals: decimals } = asked;
  if (contract !== undefined && decimals === undefined) refuse('value_invalid', { field: 'token_decimals' });
  return requestApproval(deps.ctx, tx, caller, {
    kind: METHOD_CHANGE,
    subject: `${code} on ${asked.network}`,
    payload: {
      network: asked.network,
      currency_id: asked.currency_id,
      version: asked.version,
      ...(minimum === undefined ? {} : { minimum: format(minimum) }),
      ...(confirmations === undefined ? {} : { confirmations }),
      ...(contract === undefined ? {} : { contract, token_decimals: decimals ?? 0 }),
    },
    reason,
    present: methodKind(deps).present,
  });
}

/** All deposit methods as the console shows them. */
export async function methodRows(deps: ResolvedDeps): Promise<Row[]> {
  const { db } = deps.ctx;
  const methods = await readMethods(deps, db);
  const stopped = await stoppedUses(db);
  const byCode = new Map((await deps.ledger.currencies(db)).map((currency) => [currency.code, currency]));
  return methods.all.flatMap((method) => {
    const on = deps.open.get(method.network);
    const currency = byCode.get(method.code);
    if (!on || !currency) return [];
    const asset = on.chain?.assets.find(({ code }) => code === method.code);
    const token = method.version?.token ?? asset;
    return [
      {
        currency_id: currency.id,
        code: currency.code,
        network: on.id,
        network_name: on.name,
        real: on.real,
        connected: on.chain !== undefined,
        standard: method.standard,
        contract: token?.contract ?? null,
        token_decimals: token?.decimals ?? null,
        minimum: format(method.minimum),
        confirmations: neededOn(method, on),
        confirmations_min: confirmationsFloor(on.id, on.real),
        stopped: stopped.has(currency.code, 'deposit', on.id),
        stopped_here: stopped.hasOwn(currency.code, 'deposit', on.id),
        version: method.version?.version ?? 0,
        asked_by: method.version?.askedBy ?? null,
        approved_by: method.version?.approvedBy ?? null,
        changed_ms: method.version?.at ?? null,
      },
    ];
  });
}
