import { topic } from '@karat/platform/bus';
import type { Tx } from '@karat/platform/db';
import type { NftDeps } from './deps.ts';

/** Codes of works and series whose sale has changed, after the commit. */
export const salesChanged = topic<readonly string[]>('nft.sales_changed');

/** Publishes changed sales when the transaction commits. */
export function publishSales({ ctx }: Pick<NftDeps, 'ctx'>, tx: Tx, codes: readonly string[]): void {
  tx.afterCommit(() => ctx.bus.publish(salesChanged, codes));
}
