import type { Contract, Read, Reply } from '@karat/contract';
import { COPY_SIZE } from '@karat/contract';
import { format, rate } from '@karat/money';
import { DAY_MS, simulateCopies } from '@karat/rules';
import type { CopiedTrade, Simulation } from '@karat/rules';
import type { CopytradeDeps } from './deps.ts';
import { copySizeOf } from './follow.ts';
import { measuredSlippage } from './slippage.ts';
import type { Trader } from './trader-store.ts';
import { percent } from './views.ts';

type Call = Contract['copytrade']['follow/simulate'];

const DAYS = 30;
/** Most positions that are simulated: the newest ones, from the oldest of them on. */
const POSITIONS_MAX = 2_000;

/** What copying a trader for the last 30 days would have brought, from the positions of the trader. */
export async function simulate(
  { ctx, contracts }: Pick<CopytradeDeps, 'ctx' | 'contracts'>,
  trader: Trader,
  sent: Read<Call>,
): Promise<Reply<Call>> {
  const size = copySizeOf(sent);
  const now = ctx.clock.now();
  const since = Math.max(now - DAYS * DAY_MS, trader.historyFrom ?? trader.createdAt);
  const positions = await contracts.openedSince(ctx.db, trader.userId, since, POSITIONS_MAX);
  const from = positions.length === POSITIONS_MAX ? (positions.at(-1)?.openedAt ?? since) : since;
  const trades = positions.flatMap(({ marketId, ...position }): CopiedTrade[] => {
    const terms = contracts.terms(marketId);
    if (!terms) return [];
    const { lotStep, minLots, maxLots } = terms;
    return [{ ...position, lotStep, minLots, maxLots }];
  });
  const slippage = await measuredSlippage({ ctx, contracts }, positions);
  const terms = {
    size,
    sum: sent.sum,
    orderCap: sent.order_cap,
    stopLoss: sent.stop_loss,
    takeProfit: sent.take_profit,
    shareRatio: trader.shareRatio,
    slippage: slippage ?? rate('0'),
  };
  return {
    ...simulationView(sent.type, { from, now }, simulateCopies(trades, terms, { from, now })),
    slippage: slippage === undefined ? null : percent(slippage),
  };
}

const simulationView = (
  type: Read<Call>['type'],
  { from, now }: { readonly from: number; readonly now: number },
  result: Simulation,
): Omit<Reply<Call>, 'slippage'> => ({
  type: type === COPY_SIZE.multiple ? COPY_SIZE.multiple : COPY_SIZE.lots,
  from_ms: from,
  to_ms: now,
  profit: format(result.profit),
  share: format(result.share),
  net_profit: format(result.net),
  max_drawdown: format(result.drawdown),
  copied: result.copied,
  skipped: result.skipped,
  ended: result.ended ? { by: result.ended.by, at_ms: result.ended.at } : null,
  curve: result.curve.map(({ at, equity }) => ({ at_ms: at, profit: format(equity) })),
});
