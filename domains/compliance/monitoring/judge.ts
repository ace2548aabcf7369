import type { Tx } from '@karat/platform/db';
import type { Context } from '@karat/platform/context';
import { addEvent, addLink, touch } from '../case-store.ts';
import { openCase } from '../open-case.ts';
import { RULES } from '../types.ts';
import { definitionOf } from './definitions.ts';
import type { Situation } from './definitions.ts';
import type { Cause, Fact } from './facts.ts';
import * as store from './hit-store.ts';
import { without } from './situation.ts';
import type { Met } from './rules.ts';
import type { RuleVersion } from './versions.ts';

/** Returns what meets a rule without the facts that closed cases decided about; undefined if nothing does. */
function evaluate(rule: RuleVersion, situation: Situation, decided: ReadonlySet<string>): Met | undefined {
  const isDecided = (fact: Fact): boolean => decided.has(store.factKey(fact));
  const met = definitionOf(rule.rule).evaluate(without(situation, isDecided), rule.values);
  return met === undefined || met.facts.every(isDecided) ? undefined : met;
}

/** Records of the user of a case that it links, so that an operator who decided about one cannot close it. */
const LINKED = new Set(['withdrawal', 'deposit', 'fiat_order', 'verification'] as const);
type Linked = typeof LINKED extends Set<infer Kind> ? Kind : never;
const isLinked = (kind: Fact['kind']): kind is Linked => (LINKED as ReadonlySet<string>).has(kind);

interface Finding {
  readonly rule: RuleVersion;
  readonly subject: string;
  readonly met: Met;
  readonly at: number;
}

/** Opens a case or joins the open one of the subject. Returns its number. */
async function caseOf(
  tx: Tx,
  { rule, met, at }: Finding,
  last: store.LastHit | undefined,
  text: string,
): Promise<{ readonly id: number; readonly user: number }> {
  const { caseKind, severity } = definitionOf(rule.rule);
  // The case of a payee or payer is about the account that was found first, as long as it is open.
  const user = last?.isOpen === true ? last.user : met.facts[0]?.user;
  if (user === undefined) throw new Error('a finding without facts');
  const { id } = await openCase(tx, { kind: caseKind, user, severity, text, by: RULES, at });
  return { id, user };
}

/** Stores a finding: a new window with a case, or more facts of the one that is open. */
async function storeFinding(tx: Tx, finding: Finding, pending: ReadonlySet<string>): Promise<void> {
  const { rule, subject, met, at } = finding;
  const added = met.facts.filter((fact) => !pending.has(store.factKey(fact)));
  const [first] = met.facts;
  if (added.length === 0 || first === undefined) return;
  const { title } = definitionOf(rule.rule);
  const text = `${title} (rule ${rule.rule}, version ${rule.version}): ${met.explanation}`;
  const last = await store.lastHit(tx, rule.rule, subject);
  const { id: caseId, user } = await caseOf(tx, finding, last, text);
  const newest = Math.max(...met.facts.map((fact) => fact.at));
  const isSameWindow =
    last !== undefined && last.caseId === caseId && last.version === rule.version && newest < last.windowEnd;
  const windowEnd = Math.max(first.at + definitionOf(rule.rule).windowMs(rule.values), newest + 1);
  const hit = isSameWindow
    ? last.id
    : await store.insertHit(tx, {
        ...{ rule: rule.rule, version: rule.version, subject, first, windowEnd, caseId },
        ...{ explanation: met.explanation, at },
      });
  if (isSameWindow) await store.setExplanation(tx, hit, met.explanation);
  await store.addFacts(tx, { id: hit, caseId, rule: rule.rule }, added);
  for (const fact of added) {
    if (fact.user !== user || !isLinked(fact.kind)) continue;
    if (await addLink(tx, caseId, { kind: fact.kind, reference: fact.reference }))
      await addEvent(tx, caseId, { kind: 'linked', by: RULES, text: `${fact.kind} ${fact.reference}`, at });
  }
  await touch(tx, caseId, at);
}

/**
 * Judges a rule about a cause and stores what it finds: one case for each window of a version and a subject, however often it
 * runs. Facts that a closed case decided about count no more.
 */
export async function judge(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  rule: RuleVersion,
  { cause, situation }: { readonly cause: Cause; readonly situation: Situation },
): Promise<void> {
  const subject = definitionOf(rule.rule).subjectOf(cause, situation);
  if (subject === undefined) return;
  const before = await store.knownFacts(tx, rule.rule, subject);
  if (evaluate(rule, situation, before.decided) === undefined) return;
  await store.lockSubject(tx, rule.rule, subject);
  const { decided, pending } = await store.knownFacts(tx, rule.rule, subject);
  const met = evaluate(rule, situation, decided);
  if (met !== undefined) await storeFinding(tx, { rule, subject, met, at: clock.now() }, pending);
}

/** Returns true if a fact meets a rule that holds withdrawals. Writes nothing. */
export async function meets(
  tx: Tx,
  rule: RuleVersion,
  { cause, situation }: { readonly cause: Cause; readonly situation: Situation },
  fact: Fact,
): Promise<boolean> {
  const subject = definitionOf(rule.rule).subjectOf(cause, situation);
  if (subject === undefined) return false;
  const { decided } = await store.knownFacts(tx, rule.rule, subject);
  const met = evaluate(rule, situation, decided);
  return met?.facts.some((each) => store.factKey(each) === store.factKey(fact)) ?? false;
}
