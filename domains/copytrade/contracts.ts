import type { Code } from '@karat/contract';
import type { Contracts, CopyOutcome, PositionEvent } from '@karat/domains/contracts';
import { createCopyTradingPort } from '@karat/domains/contracts';
import { amount } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type {
  ContractsPort,
  CopiedPosition,
  CopyClose,
  CopyOrder,
  CopiedPositionEvent,
  OpenedCopy,
} from './deps.ts';

/** Maximum number of copies per transaction. */
const TOGETHER = 1_000;

const positionOf = ({ position }: PositionEvent): CopiedPosition => ({
  id: position.id,
  userId: position.userId,
  marketId: position.marketId,
  side: position.side,
  mode: position.mode,
  multiple: position.multiple,
  orderType: position.orderType,
  source: position.source,
  originLots: position.originLots,
  lots: position.lots,
  ended: position.closedAt !== undefined,
});

/** Converts a position event of the contracts for copy trading. */
function copiedEventsOf(event: PositionEvent): CopiedPositionEvent[] {
  // A position that a coupon pays for is not copied.
  if (event.position.trial) return [];
  const position = positionOf(event);
  switch (event.kind) {
    case 'opened':
      return [{ kind: 'opened', position, price: event.price, margin: event.margin, fee: event.fee }];
    case 'closed': {
      const net = amount(event.profit + event.insurance + event.absorbed - event.fee);
      return [
        { kind: 'closed', position, price: event.price, reason: event.reason, released: event.released, net },
      ];
    }
    case 'overnight': {
      const paid = amount(event.fromAvailable + event.fromMargin);
      return [{ kind: 'overnight', position, paid, fromMargin: event.fromMargin }];
    }
    case 'margin_changed':
      return [{ kind: 'margin_changed', position, change: event.change }];
    case 'pended':
    case 'amended':
    case 'cancelled':
    case 'triggered':
    case 'stops_set':
      return [];
  }
}

const openedOf = (order: CopyOrder | undefined, outcome: CopyOutcome): OpenedCopy[] => {
  if (!order || 'refused' in outcome) return [];
  const { id, originLots, margin, fee } = outcome.position;
  return [{ follow: order.follow, position: id, lots: originLots, margin, fee }];
};

const pages = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, at) =>
    rows.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

/** The contracts port of copy trading. */
export function contractsForCopies({ db }: Pick<Context, 'db'>, contracts: Contracts): ContractsPort {
  const copying = createCopyTradingPort(contracts);
  const open: ContractsPort['openCopies'] = async (orders, keep) => {
    let codes: (Code | undefined)[] = [];
    const requests = orders.map(({ user, follow: _, ...order }) => ({ ...order, userId: user }));
    await contracts.openFor(requests, async (tx, outcomes) => {
      codes = outcomes.map((outcome) => ('refused' in outcome ? outcome.refused.code : undefined));
      await keep(
        tx,
        outcomes.flatMap((outcome, at) => openedOf(orders[at], outcome)),
      );
    });
    return codes;
  };
  const close = async (closes: readonly CopyClose[]): Promise<number> => {
    const standing = await copying.openPositions(
      db,
      closes.map(({ position }) => position),
    );
    const due = closes.flatMap(({ user, position, left }) => {
      const lots = standing.get(position)?.lots;
      if (lots === undefined || lots <= left) return [];
      return [{ userId: user, id: position, ...(left === 0n ? {} : { lots: amount(lots - left) }) }];
    });
    let refused = 0;
    if (due.length > 0) {
      await contracts.closeFor(due, async (_, refusals) => {
        refused = refusals.size;
      });
    }
    return refused;
  };
  return {
    terms: copying.terms,
    makeOwn: copying.makeOwn,
    equityAt: copying.equityAt,
    filledPositions: copying.filledPositions,
    openedSince: copying.openedSince,
    openingPrices: copying.openingPrices,
    openUntil: copying.openUntil,
    history: copying.history,
    async openCopies(orders, keep) {
      const codes: (Code | undefined)[] = [];
      for (const page of pages(orders)) codes.push(...(await open(page, keep)));
      return codes;
    },
    async closeCopies(closes) {
      let refused = 0;
      for (const page of pages(closes)) refused += await close(page);
      return refused;
    },
    async unrealised(queries, positions) {
      const standing = await copying.openPositions(queries, positions);
      return new Map([...standing].map(([id, each]) => [id, each.unrealised]));
    },
  };
}

/** Subscribes copy trading to position events inside their transactions. */
export const onContractEvents = (
  contracts: Contracts,
  listen: (tx: Tx, events: readonly CopiedPositionEvent[]) => Promise<void>,
): void => contracts.onPositionEvents((tx, events) => listen(tx, events.flatMap(copiedEventsOf)));
