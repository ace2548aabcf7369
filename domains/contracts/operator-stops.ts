import { marketId } from '@karat/contract';
import type { StopLevel } from '@karat/contract';
import type { Stoppable } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Contracts } from './create.ts';
import { contractMarketById, lockContractMarket, writeContractMarket } from './settings-store.ts';
import type { ContractState } from './settings-store.ts';

const STATE: Readonly<Record<StopLevel, ContractState>> = { reduce: 'close_only', halt: 'halted' };

/** Contracts: closing only, or halted (no opening, closing or liquidation). */
export function contractStoppable({ inside: { deps, engine } }: Contracts): Stoppable {
  const idOf = (subject: string) => {
    const id = Number(subject);
    return Number.isSafeInteger(id) && id > 0 ? deps.market.find(marketId(id))?.id : undefined;
  };
  const turn = async (tx: Tx, subject: string, state: ContractState): Promise<void> => {
    const id = idOf(subject);
    const contract = id === undefined ? undefined : await lockContractMarket(tx, id);
    if (!contract) return;
    await writeContractMarket(tx, { ...contract, state });
    tx.afterCommit(() => engine.invalidate());
  };
  return {
    reduces: true,
    async find(db, subject) {
      const id = idOf(subject);
      const contract = id === undefined ? undefined : await contractMarketById(db, id);
      if (id === undefined || !contract) return undefined;
      const { state } = contract;
      return {
        name: deps.market.find(id)?.symbol ?? subject,
        state,
        runs: state === 'open',
        level: state === 'close_only' ? 'reduce' : 'halt',
      };
    },
    stop: (tx, subject, { level }) => turn(tx, subject, STATE[level]),
    resume: (tx, subject) => turn(tx, subject, 'open'),
  };
}
