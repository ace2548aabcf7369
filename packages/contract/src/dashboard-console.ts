import * as z from 'zod';
import { get } from './call.ts';
import { desk } from './desks.ts';
import { decimalText, timeMs } from './scalars.ts';

/** Open subjects of one name, with the time of the oldest. */
const queue = z.object({ name: z.string(), count: z.number(), oldest_ms: timeMs });

/** First page of the console. */
export const dashboardConsole = {
  'console/dashboard': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Queues of operators with the age of the oldest: approvals by kind, withdrawals by state.',
    input: z.object({}),
    reply: z.object({
      at_ms: timeMs,
      approvals: z.array(queue),
      withdrawals: z.array(queue),
      /** Networks on which payouts are halted. */
      halted: z.array(z.string()),
    }),
  }),
  'console/liabilities': get({
    who: desk.books,
    effect: 'read',
    summary:
      'What users own in all, what the house owns, and what lies on the chains by the last comparison, by currency.',
    input: z.object({}),
    reply: z.object({
      at_ms: timeMs,
      rows: z.array(
        z.object({
          currency_name: z.string(),
          users: decimalText,
          house: decimalText,
          /** Custody by the books and on the chains; null where no chain of the currency is watched. */
          booked: decimalText.nullable(),
          chain: decimalText.nullable(),
          matches: z.boolean().nullable(),
          /** Time of the oldest comparison of the currency's networks. */
          checked_ms: timeMs.nullable(),
        }),
      ),
    }),
  }),
};
