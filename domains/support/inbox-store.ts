import type { SupportKind, SupportState, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql } from '@karat/platform/db';
import { conversationColumns as columns } from './conversation-store.ts';
import type { Conversation } from './types.ts';

export interface InboxFilter {
  /** `open`: waiting or active. */
  readonly state: SupportState | 'open' | undefined;
  readonly kind: SupportKind | undefined;
  readonly assigned: 'me' | 'nobody' | 'others' | undefined;
  /** Login of the operator who asks. */
  readonly login: string;
  readonly lang: Lang | undefined;
  readonly user: UserId | undefined;
  readonly keyword: string | undefined;
}

function assignedTo({ assigned, login }: InboxFilter): Sql {
  switch (assigned) {
    case 'me':
      return sql`and c.assignee = ${login}`;
    case 'nobody':
      return sql`and c.assignee is null`;
    case 'others':
      return sql`and c.assignee <> ${login}`;
    case undefined:
      return empty;
  }
}

function inState(state: InboxFilter['state']): Sql {
  if (state === undefined) return empty;
  return state === 'open' ? sql`and c.state <> 'closed'` : sql`and c.state = ${state}`;
}

const matching = (filter: InboxFilter): Sql => sql`
  where c.merged_into is null ${inState(filter.state)} ${assignedTo(filter)}
  ${filter.kind === undefined ? empty : sql`and c.kind = ${filter.kind}`}
  ${filter.lang === undefined ? empty : sql`and c.lang = ${filter.lang}`}
  ${filter.user === undefined ? empty : sql`and c.user_id = ${filter.user}`}
  ${filter.keyword === undefined ? empty : sql`and position(lower(${filter.keyword}) in lower(c.subject || ' ' || c.last_text)) > 0`}`;

/** Returns conversations for operators: the longest waiting first, then the newest message. */
export async function inbox(
  db: Queries,
  filter: InboxFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Conversation[]; readonly total: number }> {
  const rows = await db.rows<Conversation>(sql`
    select ${columns} from support_conversations c ${matching(filter)}
    order by c.state = 'closed', c.waiting_since nulls last, c.last_at desc, c.id desc
    limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from support_conversations c ${matching(filter)}`,
  );
  return { rows, total };
}

export interface InboxCounts {
  readonly waiting: number;
  readonly active: number;
  readonly mine: number;
}

export const inboxCounts = (db: Queries, login: string): Promise<InboxCounts> =>
  db.one<InboxCounts>(sql`
    select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'active') as active,
      count(*) filter (where assignee = ${login}) as mine
    from support_conversations where state <> 'closed'`);

/** Returns the open conversations of operators by login. */
export const openByOperator = async (db: Queries): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ login: string; open: number }>(sql`
    select assignee as login, count(*) as open from support_conversations where state = 'active' group by assignee`);
  return new Map(rows.map(({ login, open }) => [login, open]));
};

export const conversationCount = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ n: number }>(
      sql`select count(*) as n from support_conversations where user_id = ${user} and merged_into is null`,
    )
  ).n;

/** Times and ratings of conversations that began in a period. */
export interface Statistics {
  readonly conversations: number;
  readonly tickets: number;
  readonly closed: number;
  /** Median and 90th percentile, ms; null without data. */
  readonly firstAnswerMs: number | null;
  readonly firstAnswerP90Ms: number | null;
  readonly resolutionMs: number | null;
  readonly resolutionP90Ms: number | null;
  /** Average with two decimals. */
  readonly rating: string | null;
  readonly ratings: number;
}

const answered = sql`extract(epoch from c.first_answer_at - c.created_at) * 1000`;
const resolved = sql`extract(epoch from c.closed_at - c.created_at) * 1000`;
const percentile = (share: number, of: Sql): Sql =>
  sql`(percentile_disc(${share}::double precision) within group (order by ${of}))::bigint`;
const figures = sql`count(*) as conversations, count(*) filter (where c.kind = 'ticket') as tickets,
  count(*) filter (where c.state = 'closed') as closed, ${percentile(0.5, answered)} as "firstAnswerMs",
  ${percentile(0.9, answered)} as "firstAnswerP90Ms", ${percentile(0.5, resolved)} as "resolutionMs",
  ${percentile(0.9, resolved)} as "resolutionP90Ms", round(avg(c.rating), 2)::text as rating, count(c.rating) as ratings`;

interface Period {
  readonly from: number;
  readonly to: number;
}

const inPeriod = ({ from, to }: Period): Sql => sql`
  from support_conversations c where c.merged_into is null and c.created_at >= to_timestamp(${from} / 1000.0)
    and c.created_at < to_timestamp(${to} / 1000.0)`;

export const statistics = (db: Queries, period: Period): Promise<Statistics> =>
  db.one<Statistics>(sql`select ${figures} ${inPeriod(period)}`);

/** The same by operator. */
export const statisticsByOperator = (
  db: Queries,
  period: Period,
): Promise<(Statistics & { readonly login: string })[]> =>
  db.rows(sql`
    select c.assignee as login, ${figures} ${inPeriod(period)} and c.assignee is not null
    group by c.assignee order by c.assignee`);

export const messageCount = async (db: Queries, { from, to }: Period): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*) as n from support_messages where author <> 'system'
        and created_at >= to_timestamp(${from} / 1000.0) and created_at < to_timestamp(${to} / 1000.0)`)
  ).n;
