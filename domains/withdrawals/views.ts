import { WITHDRAWAL_TYPE, wireTime } from '@karat/contract';
import type { CurrencyId, WithdrawalState } from '@karat/contract';
import { explorerLinks, stoppedUses } from '@karat/domains/currencies';
import type { ExplorerLink } from '@karat/domains/currencies';
import type { Lang } from '@karat/i18n';
import { format, minus } from '@karat/money';
import { isRealNetwork } from '@karat/platform/chains';
import type { Queries } from '@karat/platform/db';
import { chainOf } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { reasonTexts } from './reasons.ts';
import { haltedNetworks } from './request.ts';
import { canTransition, statusOf } from './rules.ts';
import type { StepRow, Withdrawal } from './store.ts';
import { FROZEN, FUNDS, HELD } from './terms.ts';

type Waits = 'delay' | 'account' | 'review' | 'network' | 'halt' | 'signer' | 'funds' | null;

/** Formats withdrawals; created once per request for all its rows. */
export interface RowView {
  (row: Withdrawal): ReturnType<typeof shown>;
}

/** Returns the end of the delay of an unpaid withdrawal, in which the owner can cancel it; null if there is none. */
const releaseOf = ({ ctx }: ResolvedDeps, { state, releaseAt }: Withdrawal): number | null =>
  (state === 'requested' || state === 'approved') && releaseAt !== null && releaseAt > ctx.clock.now()
    ? releaseAt
    : null;

function waitsFor(deps: ResolvedDeps, isHalted: (row: Withdrawal) => boolean, row: Withdrawal): Waits {
  // Every review looks the same to the user: what it is about is for operators.
  if (row.state === 'requested') return row.approvals > 0 ? 'review' : null;
  if (row.state !== 'approved' && row.state !== 'signing') return null;
  if (releaseOf(deps, row) !== null) return 'delay';
  if (isHalted(row)) return 'halt';
  if (row.type !== WITHDRAWAL_TYPE.address) return null;
  if (chainOf(deps, row.network) === undefined) return 'network';
  if (row.problem.startsWith(FUNDS)) return 'funds';
  if (row.problem === FROZEN) return 'account';
  if (row.problem === HELD) return 'review';
  return row.problem.startsWith('signer') ? 'signer' : null;
}

function shown(
  row: Withdrawal,
  { name, linkOf }: { readonly name: string; readonly linkOf: ExplorerLink },
  waits: Waits,
  release: number | null,
  lang: Lang,
) {
  return {
    id: row.id,
    currency: row.currency,
    currency_name: name,
    type: row.type,
    network: row.network,
    address: row.payee,
    number: format(row.number),
    rate: format(row.fee),
    receive: format(minus(row.number, row.fee)),
    status: statusOf(row.state),
    state: row.state,
    waits,
    release_ms: release,
    reason: row.reason,
    reason_text: [row.reason === null ? '' : reasonTexts[row.reason][lang], row.reasonNote]
      .filter((text) => text !== '')
      .join(' · '),
    txid: row.txid ?? row.bankReference ?? '',
    explorer: linkOf(row.network, row.txid ?? ''),
    may_cancel: canTransition(row.state, 'cancelled'),
    created_at: wireTime(row.createdAt),
    created_ms: row.createdAt,
  };
}

export async function rowView(deps: ResolvedDeps, queries: Queries, lang: Lang): Promise<RowView> {
  const codes = new Map((await deps.ledger.currencies(queries)).map(({ id, code }) => [id, code]));
  const halted = await haltedNetworks(deps, queries);
  const stopped = await stoppedUses(queries);
  const name = (id: CurrencyId): string => codes.get(id) ?? String(id);
  const isHalted = ({ network, currency }: Withdrawal): boolean =>
    halted.has(network) || stopped.has(name(currency), 'withdrawal', network);
  const linkOf = await explorerLinks(queries, (network) => {
    const chain = chainOf(deps, network);
    return chain !== undefined && isRealNetwork(chain.network);
  });
  return (row) =>
    shown(
      row,
      { name: name(row.currency), linkOf },
      waitsFor(deps, isHalted, row),
      releaseOf(deps, row),
      lang,
    );
}

/** A step for the account's owner, without names of operators. */
export const stepView = (
  step: StepRow,
): { state: WithdrawalState; at: string; at_ms: number; note: string } => ({
  state: step.state,
  at: wireTime(step.at),
  at_ms: step.at,
  note: step.note,
});
