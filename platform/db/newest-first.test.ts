import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIdAfter, firstIdSince, searchInWindows } from './newest-first.ts';

const MINUTE = 60_000;
interface Row {
  readonly id: number;
  readonly at: number;
}
/** Rows with gaps in their ids and times that are up to four minutes out of order. */
const table = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 9 }),
      step: fc.integer({ min: 0, max: 20 }),
      late: fc.integer({ min: 0, max: 4 }),
    }),
  )
  .map((steps) => {
    let [id, time] = [0, 1_000 * MINUTE];
    return steps.map(({ gap, step, late }): Row => {
      id += gap;
      time += step * MINUTE;
      return { id, at: time - late * MINUTE };
    });
  });
const endOf = (rows: readonly Row[]): number => (rows.at(-1)?.id ?? 0) + 1;

test('bisection by time misses no row, and reads few', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 990, max: 2_000 }), async (rows, minute) => {
      const at = minute * MINUTE;
      let reads = 0;
      const readFrom = async (id: number) => {
        reads++;
        return rows.find((row) => row.id >= id);
      };
      const from = await firstIdSince(readFrom, endOf(rows), at);
      const after = await firstIdAfter(readFrom, endOf(rows), at);
      for (const row of rows) {
        if (row.id < from) expect(row.at).toBeLessThan(at);
        if (row.id >= after) expect(row.at).toBeGreaterThan(at);
      }
      expect(reads).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(endOf(rows)) + 1));
    }),
  );
});

test('pages of windows return every matching row once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      async (rows, limit, window, isShort) => {
        const matching = rows.filter(({ id }) => id % 3 === 0).toReversed();
        const read = async ({ from, before }: { from: number; before: number }, count: number) =>
          matching.filter(({ id }) => id >= from && id < before).slice(0, count);
        const limits = { window, windowMax: 8, budgetMs: isShort ? -1 : 60_000 };
        const found: Row[] = [];
        let next: number | null = endOf(rows);
        while (next !== null) {
          const page: Awaited<ReturnType<typeof searchInWindows<Row>>> = await searchInWindows<Row>(
            read,
            { from: 1, before: next },
            limit,
            limits,
          );
          found.push(...page.rows);
          ({ next } = page);
        }
        expect(found).toEqual(matching);
      },
    ),
  );
});
