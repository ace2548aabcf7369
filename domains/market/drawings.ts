import { DRAWINGS_MAX, refuse } from '@karat/contract';
import type { Contract, DrawingTool, MarketId, UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { MarketData } from './create.ts';

/** A drawing as stored; prices are decimal text. */
interface StoredDrawing {
  readonly tool: DrawingTool;
  readonly from_ms: number;
  readonly from_price: string;
  readonly to_ms: number | null;
  readonly to_price: string | null;
  readonly text: string;
}

/** A user's drawings in a market, by client id. */
async function readDrawings(
  db: Queries,
  user: UserId,
  market: MarketId,
): Promise<Readonly<Record<string, StoredDrawing>>> {
  const row = await db.maybe<{ drawings: Readonly<Record<string, StoredDrawing>> }>(
    sql`select drawings from market_drawings where user_id = ${user} and market_id = ${market}`,
  );
  return row?.drawings ?? {};
}

interface DrawingKey {
  readonly user: UserId;
  readonly market: MarketId;
  readonly id: string;
}

/** Inserts or replaces a drawing; returns false if the user has the maximum in the market already. */
const writeDrawing = async (
  db: Queries,
  { user, market, id }: DrawingKey,
  drawing: StoredDrawing,
): Promise<boolean> =>
  (await db.run(sql`
    insert into market_drawings (user_id, market_id, drawings)
    values (${user}, ${market}, jsonb_build_object(${id}::text, ${JSON.stringify(drawing)}::jsonb))
    on conflict (user_id, market_id) do update set drawings = market_drawings.drawings || excluded.drawings
    where jsonb_exists(market_drawings.drawings, ${id})
      or (select count(*) from jsonb_object_keys(market_drawings.drawings)) < ${DRAWINGS_MAX}`)) > 0;

/** Deletes a drawing, or all of the market. */
const deleteDrawings = (
  db: Queries,
  user: UserId,
  market: MarketId,
  id: string | undefined,
): Promise<number> =>
  db.run(sql`
    update market_drawings set drawings = ${id === undefined ? sql`'{}'::jsonb` : sql`drawings - ${id}::text`}
    where user_id = ${user} and market_id = ${market}`);

type Calls = Pick<Contract['market'], 'chart/drawings' | 'chart/drawing_save' | 'chart/drawing_delete'>;

const textOf = (price: Price | undefined): string | null => (price === undefined ? null : format(price));

/** Handlers of the calls for drawings. */
export function drawingHandlers({ instruments, inside: { ctx } }: MarketData): Handlers<Calls> {
  const marketOf = (id: MarketId): MarketId => instruments.need(id).id;
  return {
    'chart/drawings': async ({ input, caller }) => {
      const drawings = await readDrawings(ctx.db, caller.userId, marketOf(input.match_id));
      return Object.entries(drawings).map(([id, drawing]) => ({ client_id: id, ...drawing }));
    },
    'chart/drawing_save': async ({ input, caller }) => {
      const key = { user: caller.userId, market: marketOf(input.match_id), id: input.client_id };
      const drawing = {
        tool: input.tool,
        from_ms: input.from_ms,
        from_price: format(input.from_price),
        to_ms: input.to_ms ?? null,
        to_price: textOf(input.to_price),
        text: input.text ?? '',
      };
      if (!(await writeDrawing(ctx.db, key, drawing))) refuse('drawings_full', { max: DRAWINGS_MAX });
      return 'ok' as const;
    },
    'chart/drawing_delete': async ({ input, caller }) => {
      await deleteDrawings(ctx.db, caller.userId, marketOf(input.match_id), input.client_id);
      return 'ok' as const;
    },
  };
}
