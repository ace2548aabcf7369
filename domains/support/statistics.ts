import type { Contract, Reply } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { messageCount, statistics, statisticsByOperator } from './inbox-store.ts';
import type { Statistics } from './inbox-store.ts';

const durations = (row: Statistics) => ({
  first_answer_ms: row.firstAnswerMs,
  first_answer_p90_ms: row.firstAnswerP90Ms,
  resolution_ms: row.resolutionMs,
  resolution_p90_ms: row.resolutionP90Ms,
  rating: row.rating,
  ratings: row.ratings,
});

/** Figures of the conversations that began in a period. */
export async function statisticsView(
  db: Queries,
  period: { readonly from: number; readonly to: number },
): Promise<Reply<Contract['support']['console/support_statistics']>> {
  const all = await statistics(db, period);
  const operators = await statisticsByOperator(db, period);
  return {
    conversations: all.conversations,
    tickets: all.tickets,
    closed: all.closed,
    messages: await messageCount(db, period),
    ...durations(all),
    operators: operators.map((row) => ({
      login: row.login,
      conversations: row.conversations,
      closed: row.closed,
      ...durations(row),
    })),
  };
}
