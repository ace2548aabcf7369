import { sql } from '@karat/platform/db';
import type { HealthRow } from '@karat/platform/health';
import type { Readiness } from '@karat/platform/http';
import type { Container } from './container.ts';

const PATIENCE_MS = 2_000;

/** Checks that the database replies in time and orders are matched. */
export function readinessOf(container: Container, runsEngine: boolean): Readiness {
  return async () => ({
    database: await answers(container),
    ...(runsEngine ? { engine: container.spot.running() } : {}),
  });
}

/** Returns the names of failed checks. Their details are for operators. */
export const degradedIn = (rows: readonly HealthRow[]): readonly string[] =>
  rows.filter(({ state }) => state === 'degraded' || state === 'down').map(({ name }) => name);

async function answers({ ctx }: Container): Promise<boolean> {
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
