import { MONITORING_PARAMETERS, MONITORING_RULES } from '@karat/contract';
import type { MonitoringParameter, MonitoringRule } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { definitionOf } from './definitions.ts';
import type { Values } from './definitions.ts';

/** A version of a rule; 0 has the built-in parameters. */
export interface RuleVersion {
  readonly rule: MonitoringRule;
  readonly version: number;
  readonly enabled: boolean;
  /** Withdrawals that meet it wait for a review. */
  readonly hold: boolean;
  readonly values: Values;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  /** Unix ms. */
  readonly at: number | null;
}

type Row = Omit<RuleVersion, 'values'> & { readonly parameters: Values };

const COLUMNS = sql`rule, version, enabled, hold, parameters, asked_by as "askedBy", approved_by as "approvedBy", at`;

export const parameterNames = (rule: MonitoringRule): MonitoringParameter[] =>
  MONITORING_PARAMETERS.filter((name) => definitionOf(rule).defaults[name] !== undefined);

/** Parameters of a row; one that came with a later version of the program has its default. */
const read = ({ parameters, ...row }: Row): RuleVersion => ({
  ...row,
  values: { ...definitionOf(row.rule).defaults, ...parameters },
});

const builtIn = (rule: MonitoringRule): RuleVersion => ({
  rule,
  version: 0,
  enabled: true,
  hold: false,
  values: definitionOf(rule).defaults,
  askedBy: null,
  approvedBy: null,
  at: null,
});

/** Returns the rules as they count now, in their order. */
export async function currentRules(db: Queries): Promise<RuleVersion[]> {
  const rows = await db.rows<Row>(sql`
    select distinct on (rule) ${COLUMNS} from compliance_rule_versions
    where rule = any(${[...MONITORING_RULES]}::text[]) order by rule, version desc`);
  const stored = new Map(rows.map((row) => [row.rule, read(row)]));
  return MONITORING_RULES.map((rule) => stored.get(rule) ?? builtIn(rule));
}

export async function currentRule(db: Queries, rule: MonitoringRule): Promise<RuleVersion> {
  const row = await db.maybe<Row>(sql`
    select ${COLUMNS} from compliance_rule_versions where rule = ${rule} order by version desc limit 1`);
  return row ? read(row) : builtIn(rule);
}

const VERSIONS_MAX = 100;

export const storedVersions = async (db: Queries, rule: MonitoringRule): Promise<RuleVersion[]> =>
  (
    await db.rows<Row>(sql`
      select ${COLUMNS} from compliance_rule_versions where rule = ${rule} order by version desc limit ${VERSIONS_MAX}`)
  ).map(read);

/** Adds a version; its primary key refuses the second of two at once. */
export const insertVersion = (
  tx: Tx,
  version: Omit<RuleVersion, 'askedBy' | 'approvedBy' | 'at'> & {
    readonly askedBy: string;
    readonly approvedBy: string;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    insert into compliance_rule_versions (rule, version, enabled, hold, parameters, asked_by, approved_by, at)
    values (${version.rule}, ${version.version}, ${version.enabled}, ${version.hold},
      ${JSON.stringify(version.values)}::jsonb, ${version.askedBy}, ${version.approvedBy},
      to_timestamp(${version.at} / 1000.0))`);
