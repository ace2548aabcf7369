import { sql } from '@karat/platform/db';
import type { Readiness } from '@karat/platform/http';
import type { House } from './house.ts';

const PATIENCE_MS = 2_000;

/** Whether the database answers in time and orders are matched. */
export function readinessOf(house: House, runsEngine: boolean): Readiness {
  return async () => ({
    database: await answers(house),
    ...(runsEngine ? { engine: house.spot.running() } : {}),
  });
}

async function answers({ ctx }: House): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), PATIENCE_MS);
  const asked = ctx.db.one(sql`select 1 as one`).then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([asked, late.promise]);
  clearTimeout(timer);
  return answer;
}
