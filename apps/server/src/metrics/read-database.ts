import { withdrawalQueues, haltedRoutes } from '@karat/domains/withdrawals';
import { openSweeps, unswept } from '@karat/domains/deposits';
import { houseBalances, lastAudit } from '@karat/domains/ledger';
import { approvalQueues } from '@karat/domains/operators';
import { format } from '@karat/money';
import { lastBackup } from '@karat/platform/backup';
import { archiverStatus } from '@karat/platform/wal-archive';
import { databaseStatistics } from '@karat/platform/db';
import { outgoingStatus } from '@karat/platform/delivery';
import { consumerLag } from '@karat/platform/outbox';
import { workStatus } from '@karat/platform/work';
import type { Container } from '../container.ts';

/** What the metrics show of the database, read at once. Every query touches few rows, however many users there are. */
export async function readDatabase({ ctx, deposits, ledger }: Container) {
  const { db } = ctx;
  const now = ctx.clock.now();
  const house = await houseBalances(db);
  const currencies = new Map((await ledger.currencies(db)).map(({ id, code }) => [id, code]));
  const comparisons = (await deposits.custody.comparisons(db)).map((row) => ({
    network: row.network,
    currency: currencies.get(row.currency) ?? String(row.currency),
    matches: row.matches,
    checkedMs: row.checkedMs,
  }));
  return {
    now,
    house: house.map(({ account, currency, available, held }) => ({
      account,
      currency,
      value: Number(format(available)) + Number(format(held)),
    })),
    withdrawals: await withdrawalQueues(db),
    approvals: await approvalQueues(db, now),
    watchers: await deposits.custody.watchers(db),
    halted: [...new Set([...(await deposits.custody.haltedNetworks(db)), ...(await haltedRoutes(db))])],
    comparisons,
    sweeps: await openSweeps(db),
    unswept: (await unswept(db)).map(({ network, currency, amount }) => ({
      network,
      currency: currencies.get(currency) ?? String(currency),
      value: Number(format(amount)),
    })),
    audit: await lastAudit(db),
    backupMs: await lastBackup(db),
    archiver: await archiverStatus(db),
    work: await workStatus(db, now),
    outbox: await consumerLag(db),
    outgoing: {
      mail: await outgoingStatus(db, 'mail'),
      sms: await outgoingStatus(db, 'sms'),
    },
    statistics: await databaseStatistics(db),
  };
}
export type DatabaseSample = Awaited<ReturnType<typeof readDatabase>>;
