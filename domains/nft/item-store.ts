import { currencyId, userId } from '@karat/contract';
import type { NftTransferCause } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Found, Item, Page, Step } from './types.ts';

interface ItemRow {
  id: number;
  code: string;
  artwork_id: number;
  edition: number;
  owner_id: number;
  series_id: number | null;
  steps: number;
  head: string;
  artist_id: number;
  sha256: string;
  royalty_rate: string;
  state: string;
  likes: number;
}

const itemOf = (row: ItemRow): Item => ({
  id: row.id,
  code: row.code,
  artworkId: row.artwork_id,
  edition: row.edition,
  owner: userId(row.owner_id),
  seriesId: row.series_id ?? undefined,
  steps: row.steps,
  head: row.head,
  artist: userId(row.artist_id),
  sha256: row.sha256,
  royaltyRate: rate(row.royalty_rate),
  likes: row.likes,
  isHidden: row.state !== 'approved',
});

const columns = sql`i.id, i.code, i.artwork_id, i.edition, i.owner_id, i.series_id, i.steps, i.head, i.likes, a.artist_id, a.sha256,
  a.royalty_rate, a.state`;

export async function itemByCode(db: Queries, code: string): Promise<Item | undefined> {
  const row = await db.maybe<ItemRow>(
    sql`select ${columns} from nft_items i join nft_artworks a on a.id = i.artwork_id where i.code = ${code}`,
  );
  return row && itemOf(row);
}

export const itemCode = async (db: Queries, id: number): Promise<string> =>
  (await db.one<{ code: string }>(sql`select code from nft_items where id = ${id}`)).code;

/** An item, locked until the transaction ends. */
export async function lockItem(
  tx: Tx,
  by: { readonly id: number } | { readonly code: string },
): Promise<Item | undefined> {
  const where = 'id' in by ? sql`i.id = ${by.id}` : sql`i.code = ${by.code}`;
  const row = await tx.maybe<ItemRow>(sql`
    select ${columns} from nft_items i join nft_artworks a on a.id = i.artwork_id where ${where} for update of i`);
  return row && itemOf(row);
}

export interface NewStep {
  readonly itemId: number;
  readonly step: number;
  readonly cause: NftTransferCause;
  readonly from: number | undefined;
  readonly to: number;
  readonly orderId: number | undefined;
  readonly price: bigint | undefined;
  readonly currency: number | undefined;
  readonly hash: string;
  readonly at: number;
}

/** Adds steps of ownership; the caller moves the items to them in the same transaction. */
export async function insertSteps(tx: Tx, steps: readonly NewStep[]): Promise<void> {
  for (const step of steps)
    await tx.run(sql`
      insert into nft_steps (item_id, step, cause, from_id, to_id, order_id, price, currency_id, hash, at)
      values (${step.itemId}, ${step.step}, ${step.cause}, ${step.from ?? null}, ${step.to}, ${step.orderId ?? null},
        ${step.price === undefined ? null : format(amount(step.price))}, ${step.currency ?? null}, ${step.hash},
        to_timestamp(${step.at} / 1000.0))`);
}

/** Moves an item to its newest step. Returns the number of rows: 0 if it is not where the caller saw it. */
export const moveItem = (tx: Tx, step: NewStep): Promise<number> =>
  tx.run(sql`
    update nft_items set owner_id = ${step.to}, steps = ${step.step}, head = ${step.hash}, series_id = null
    where id = ${step.itemId} and steps = ${step.step - 1}`);

/** Adds an edition and returns its id; its first step follows in the same transaction. */
export async function insertItem(
  tx: Tx,
  item: { code: string; artworkId: number; edition: number; owner: number; head: string; at: number },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into nft_items (code, artwork_id, edition, owner_id, steps, head, created_at)
    values (${item.code}, ${item.artworkId}, ${item.edition}, ${item.owner}, 1, ${item.head}, to_timestamp(${item.at} / 1000.0))
    returning id`);
  return id;
}

interface StepRow {
  step: number;
  cause: NftTransferCause;
  from_id: number | null;
  to_id: number;
  price: string | null;
  currency_id: number | null;
  hash: string;
  at: number;
}

/** A page of an item's ownership, newest step first. */
export async function stepsOf(db: Queries, item: number, page: Page): Promise<Found<Step>> {
  const rows = await db.rows<StepRow>(sql`
    select * from nft_steps where item_id = ${item} order by step desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_steps where item_id = ${item}`,
  );
  return {
    total,
    rows: rows.map((row) => ({
      step: row.step,
      cause: row.cause,
      from: row.from_id === null ? undefined : userId(row.from_id),
      to: userId(row.to_id),
      price: row.price === null ? undefined : amount(row.price),
      currency: row.currency_id === null ? undefined : currencyId(row.currency_id),
      hash: row.hash,
      at: row.at,
    })),
  };
}
