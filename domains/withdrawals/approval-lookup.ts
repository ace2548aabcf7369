import { refuse } from '@karat/contract';
import type { Payload } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';

/** Locks the withdrawal of an approval request. Refuses `approval_stale` if the withdrawal has another request by now. */
export async function withdrawalOfApproval(tx: Tx, approval: number, payload: Payload): Promise<Withdrawal> {
  const id = await store.findByApproval(tx, approval);
  const row = id === undefined ? undefined : await store.lockWithdrawal(tx, id);
  return row === undefined || row.digest !== payload['digest'] ? refuse('approval_stale') : row;
}
