import type { UserId } from '@karat/contract';
import { createCompliance } from '@karat/domains/compliance';
import type { CaseLink, Compliance, MonitoringFacts } from '@karat/domains/compliance';
import { depositRecords } from '@karat/domains/deposits';
import { decidersOf as fiatDeciders, fiatRecords } from '@karat/domains/fiat';
import { operatorsOfRoles } from '@karat/domains/operators';
import { decidersOf as requestDeciders, isRequestOf, verifiedAfter } from '@karat/domains/verification';
import { decidersOf as withdrawalDeciders, withdrawalRecords } from '@karat/domains/withdrawals';
import type { Queries } from '@karat/platform/db';
import type { CoreServices } from './core-services.ts';

const withdrawals = withdrawalRecords(String);
const deposits = depositRecords(String);

/** Returns whether a record that a case names is the user's. */
export async function isRecordOf(db: Queries, user: UserId, { kind, reference }: CaseLink): Promise<boolean> {
  switch (kind) {
    case 'withdrawal':
      return (await withdrawals.find(db, user, reference)) !== undefined;
    case 'deposit':
      return (await deposits.find(db, user, reference)) !== undefined;
    case 'fiat_order':
      return (await fiatRecords.find(db, user, reference)) !== undefined;
    case 'verification':
      return isRequestOf(db, user, reference);
  }
}

/** Operators who decided about a record. */
export async function decidedBy(db: Queries, { kind, reference }: CaseLink): Promise<readonly string[]> {
  switch (kind) {
    case 'withdrawal':
      return withdrawalDeciders(db, reference);
    case 'fiat_order':
      return fiatDeciders(db, reference);
    case 'verification':
      return requestDeciders(db, reference);
    // Nobody decides about a deposit from a chain; credits of vouchers have two operators of their own.
    case 'deposit':
      return [];
  }
}

/** Cases of compliance, monitoring of transactions and the sanction list. */
export const createComplianceOf = (
  { config, ctx }: Pick<CoreServices, 'config' | 'ctx'>,
  userExists: (db: Queries, user: UserId) => Promise<boolean>,
  facts: MonitoringFacts,
): Compliance =>
  createCompliance({
    ctx,
    settings: config.screening,
    userExists,
    facts,
    verifiedAfter,
    isRecordOf,
    decidedBy,
    operators: async (db) => (await operatorsOfRoles(db, ['risk', 'admin'])).map(({ login }) => login),
  });
