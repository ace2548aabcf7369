import type { MonitoringRule, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Fact } from './facts.ts';

/** Name of a fact, for comparisons. */
export const factKey = ({ kind, reference }: Pick<Fact, 'kind' | 'reference'>): string =>
  `${kind}:${reference}`;

/** Judges a rule about a subject one by one until the transaction ends. */
export const lockSubject = (tx: Tx, rule: MonitoringRule, subject: string): Promise<number> =>
  tx.run(sql`
    insert into compliance_rule_subjects (rule, subject) values (${rule}, ${subject})
    on conflict (rule, subject) do update set rule = excluded.rule`);

export interface KnownFacts {
  /** Keys of facts that a closed case decided about. */
  readonly decided: ReadonlySet<string>;
  /** Keys of facts of cases that are not closed. */
  readonly pending: ReadonlySet<string>;
}

/** Returns the facts that cases of a rule about a subject have. */
export async function knownFacts(db: Queries, rule: MonitoringRule, subject: string): Promise<KnownFacts> {
  const rows = await db.rows<Pick<Fact, 'kind' | 'reference'> & { readonly closed: boolean }>(sql`
    select f.kind, f.reference, c.status = 'closed' as closed
    from compliance_hits h
    join compliance_facts f on f.hit_id = h.id
    join compliance_cases c on c.id = h.case_id
    where h.rule = ${rule} and h.subject = ${subject}`);
  const keys = (closed: boolean) => new Set(rows.filter((row) => row.closed === closed).map(factKey));
  return { decided: keys(true), pending: keys(false) };
}

export interface LastHit {
  readonly id: number;
  readonly version: number;
  /** Unix ms. */
  readonly windowEnd: number;
  readonly caseId: number;
  readonly user: UserId;
  readonly isOpen: boolean;
}

export const lastHit = (db: Queries, rule: MonitoringRule, subject: string): Promise<LastHit | undefined> =>
  db.maybe<LastHit>(sql`
    select h.id, h.version, h.window_end as "windowEnd", h.case_id as "caseId", c.user_id as "user",
      c.status <> 'closed' as "isOpen"
    from compliance_hits h join compliance_cases c on c.id = h.case_id
    where h.rule = ${rule} and h.subject = ${subject} order by h.id desc limit 1`);

export interface NewHit {
  readonly rule: MonitoringRule;
  readonly version: number;
  readonly subject: string;
  readonly first: Fact;
  /** Unix ms. */
  readonly windowEnd: number;
  readonly caseId: number;
  readonly explanation: string;
  readonly at: number;
}

export const insertHit = async (tx: Tx, hit: NewHit): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into compliance_hits (rule, version, subject, first_kind, first_reference, window_start, window_end,
        case_id, explanation, at)
      values (${hit.rule}, ${hit.version}, ${hit.subject}, ${hit.first.kind}, ${hit.first.reference},
        to_timestamp(${hit.first.at} / 1000.0), to_timestamp(${hit.windowEnd} / 1000.0), ${hit.caseId},
        ${hit.explanation}, to_timestamp(${hit.at} / 1000.0))
      returning id`)
  ).id;

/** Says anew why a rule is met, after facts were added. */
export const setExplanation = (tx: Tx, id: number, explanation: string): Promise<number> =>
  tx.run(sql`update compliance_hits set explanation = ${explanation} where id = ${id}`);

/** Adds facts to a hit and its case. Returns the number of new ones. */
export const addFacts = (
  tx: Tx,
  hit: { readonly id: number; readonly caseId: number; readonly rule: MonitoringRule },
  facts: readonly Fact[],
): Promise<number> =>
  tx.run(sql`
    insert into compliance_facts (case_id, rule, kind, reference, hit_id, user_id, usdt, happened_at, note)
    select ${hit.caseId}, ${hit.rule}, f.kind, f.reference, ${hit.id}, f.user_id, f.usdt,
      to_timestamp(f.at / 1000.0), f.note
    from unnest(${facts.map(({ kind }) => kind)}::text[], ${facts.map(({ reference }) => reference)}::bigint[],
      ${facts.map(({ user }) => user)}::bigint[],
      ${facts.map(({ usdt }) => (usdt === null ? null : format(usdt)))}::numeric[],
      ${facts.map(({ at }) => at)}::numeric[], ${facts.map(({ note }) => note)}::text[])
      as f (kind, reference, user_id, usdt, at, note)
    on conflict do nothing`);

export interface CaseHit {
  readonly id: number;
  readonly rule: MonitoringRule;
  readonly version: number;
  readonly explanation: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly facts: readonly Fact[];
}

const HITS_SHOWN = 50;
const FACTS_SHOWN = 500;

/** Returns the newest hits of a case with their facts, oldest fact first. */
export async function hitsOfCase(db: Queries, caseId: number): Promise<CaseHit[]> {
  const hits = await db.rows<Omit<CaseHit, 'facts'>>(sql`
    select id, rule, version, explanation, window_start as "fromMs", window_end as "toMs"
    from compliance_hits where case_id = ${caseId} order by id desc limit ${HITS_SHOWN}`);
  const rows = await db.rows<Omit<Fact, 'usdt'> & { readonly hit: number; readonly usdt: string | null }>(sql`
    select hit_id as hit, kind, reference, user_id as "user", usdt, happened_at as at, note
    from compliance_facts where hit_id = any(${hits.map(({ id }) => id)}::bigint[])
    order by happened_at desc, kind desc, reference desc limit ${FACTS_SHOWN}`);
  const facts = Map.groupBy(rows.toReversed(), ({ hit }) => hit);
  return hits.map((hit) => ({
    ...hit,
    facts: (facts.get(hit.id) ?? []).map(({ usdt, hit: _, ...fact }) => ({
      ...fact,
      usdt: usdt === null ? null : amount(usdt),
    })),
  }));
}

export interface HitCounts {
  readonly hits: number;
  readonly recent: number;
  readonly open: number;
}

/** Returns counts of hits by rule: all, those since a moment, and cases that are not closed. */
export async function hitCounts(db: Queries, since: number): Promise<ReadonlyMap<string, HitCounts>> {
  const rows = await db.rows<HitCounts & { readonly rule: string }>(sql`
    select h.rule, count(*) as hits, count(*) filter (where h.at >= to_timestamp(${since} / 1000.0)) as recent,
      count(distinct h.case_id) filter (where c.status <> 'closed') as open
    from compliance_hits h join compliance_cases c on c.id = h.case_id group by h.rule`);
  return new Map(rows.map(({ rule, ...counts }) => [rule, counts]));
}
