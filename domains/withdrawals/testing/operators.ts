import { operatorId, sessionId } from '@karat/contract';
import { demoOperators, seedDemoOperators } from '@karat/domains/operators';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';

/** One operator of each role, by login, each with a session. */
export async function seedOperators(ctx: Context): Promise<ReadonlyMap<string, OperatorCaller>> {
  const passwords = { hash: async () => 'x', verify: async () => true, pretend: async () => false };
  await seedDemoOperators(ctx, passwords);
  const rows = await ctx.db.rows<{ id: number; login: string }>(
    sql`select id, login from operators_accounts`,
  );
  return new Map(
    rows.map(({ id, login }) => {
      const role = demoOperators.find((each) => each.login === login)?.role ?? 'support';
      return [login, { operatorId: operatorId(id), login, role, sessionId: sessionId(id) }];
    }),
  );
}
