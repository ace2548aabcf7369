import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { publishedKeys } from '@karat/platform/crypto';
import type { PublishedKey } from '@karat/platform/crypto';
import type { Handlers } from '@karat/platform/http';
import { LiabilityProver } from './prove.ts';
import type { LiabilityDeps } from './publish.ts';
import { newestStatement, secretOfDay, statementOf, statementOfDay, statements } from './store.ts';
import type { StatementRow } from './store.ts';

/** The calls about statements of liabilities. */
export type LiabilityCalls = Pick<Contract['proofs'], 'proofs/liabilities' | 'proofs/liability_proof'>;
type StatementReply = Reply<LiabilityCalls['proofs/liabilities']>['data'][number];

function viewOf(row: StatementRow, keys: readonly PublishedKey[]): StatementReply {
  const key = keys.find(({ id }) => id === row.keyId) ?? refuse('internal_error');
  const { currencies, ...rest } = statementOf(row);
  return {
    statement: { ...rest, currencies: currencies.map((each) => ({ ...each })) },
    hash: row.hash,
    key: row.keyId,
    public_key: key.publicKey.toString('base64'),
    signature: row.signature,
  };
}

/** Access: a statement for everyone, a balance and its salt for its owner only. */
export function liabilityHandlers({ ctx: { db }, ledger }: LiabilityDeps): Handlers<LiabilityCalls> {
  const prover = new LiabilityProver();
  return {
    'proofs/liabilities': async ({ input }) => {
      const { rows, total } = await statements(db, input);
      const keys = await publishedKeys(db);
      return pageReply(
        rows.map((row) => viewOf(row, keys)),
        total,
        input.page,
        input.limit,
      );
    },
    'proofs/liability_proof': async ({ input: { date }, caller: { userId } }) => {
      const row = await (date === undefined ? newestStatement(db) : statementOfDay(db, date));
      const secret = row && (await secretOfDay(db, row.day));
      if (!row || !secret) return refuse('liabilities_unknown');
      const stated = new Set(statementOf(row).currencies.map(({ currency }) => currency));
      const balances: Reply<LiabilityCalls['proofs/liability_proof']>['balances'] = [];
      for (const { id, code } of await ledger.currencies(db)) {
        if (!stated.has(code)) continue;
        const proof = await prover.prove(db, userId, { day: row.day, secret, id, currency: code });
        if (proof) balances.push({ ...proof, path: proof.path.map((step) => ({ ...step })) });
      }
      return { ...viewOf(row, await publishedKeys(db)), uid: userId, balances };
    },
  };
}
