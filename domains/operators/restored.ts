import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import { lockSubject, saveStop } from './stop-store.ts';

const STOP = { target: 'product', subject: 'withdrawals', level: 'halt', by: 'system' } as const;

/**
 * Stops withdrawals of a restored database and notes it in the audit log: payouts that left after the backup are unknown to it.
 * Two operators resume. `at` is unix ms.
 */
export async function stopAfterRestore(tx: Tx, backup: string, at: number): Promise<void> {
  await lockSubject(tx, STOP.target, STOP.subject);
  await saveStop(tx, { ...STOP, reason: `restored from the backup of ${backup}`, at });
  await append(tx, {
    actor: STOP.by,
    action: 'restore',
    subject: `${STOP.target}:${STOP.subject}`,
    detail: { backup },
    at,
  });
}
