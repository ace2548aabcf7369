import { format, percentFromRate, rate } from '@karat/money';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useLocale } from '../../../lib/text.ts';
import { Fact, List, Num } from '../../../ui/index.ts';
import { factsText } from './text.ts';

type FactsOf = Readonly<Record<string, string>>;

/** The kind of a formula: `contract` of `contract/2`. */
const kindOf = (formula: string): string => formula.split('/')[0] ?? '';

/** Labels of signed facts; facts of a later rule have none and are shown by name. */
function useWords(): (kind: 'f' | 'v' | 'r', name: string) => string | undefined {
  const lang = usePreferences((state) => state.language);
  const known = factsText.peek(lang) ?? {};
  return (kind, name) => known[`${kind}_${name}`];
}

/** The label of a fact: that of its formula, where the same name has another meaning there. */
function useLabel(): (formula: string, name: string) => string | undefined {
  const words = useWords();
  return (formula, name) => words('f', `${kindOf(formula)}_${name}`) ?? words('f', name);
}

/** What people look for in a receipt, in this order: market, side, amount, price, fee, time. */
const FIRST = [
  ...['symbol', 'side', 'direction', 'type', 'action'],
  ...['quantity', 'stake', 'principal', 'amount'],
  ...['price', 'open_price', 'entry', 'settlement', 'strike'],
  ...['profit', 'fee', 'fee_rate', 'returned'],
  ...[
    'tick_second',
    'accepted_ms',
    'entry_second',
    'expires_ms',
    'opened_ms',
    'closed_ms',
    'maturity_second',
  ],
];

/** What only a program needs to check a receipt: numbers of markets and decimals to round at. */
const isForPrograms = (name: string): boolean => /^(?:.+_)?(?:market|decimals)$/u.test(name);

/** Facts in display order: those that people look for, then as the labels are listed; unknown ones last. */
function useSorted(formula: string): (facts: FactsOf) => [name: string, value: string][] {
  const lang = usePreferences((state) => state.language);
  const order = new Map(Object.keys(factsText.peek(lang) ?? {}).map((key, at) => [key, at]));
  const labelled = (name: string): number =>
    order.get(`f_${kindOf(formula)}_${name}`) ?? order.get(`f_${name}`) ?? order.size;
  const place = (name: string): number =>
    FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : labelled(name);
  return (facts) => Object.entries(facts).toSorted(([a], [b]) => place(a) - place(b));
}

/** Facts whose value has a label. */
const WORDED = new Set(['direction', 'type', 'basis', 'side', 'mode', 'action', 'outcome', 'reason']);
/** Facts that are parts of 1, shown in percent. */
const PARTS = new Set([
  'ratio',
  'rate',
  'fee_rate',
  'full_fee_rate',
  'royalty_rate',
  'penalty_ratio',
  'apr',
  'discount',
]);
/** Facts in the currency of their order, by kind of formula. */
const IN_CURRENCY: Readonly<Record<string, ReadonlySet<string>>> = {
  option: new Set(['stake', 'returned']),
  mining: new Set(['principal', 'interest', 'penalty', 'returned']),
  'nft-sale': new Set(['price', 'received', 'royalty', 'fee']),
};
const WHOLE = /^(0|[1-9][0-9]{0,15})$/;
const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]{1,10})?$/;

/** Formats a value; unchanged where no format applies. */
function useShown(): (name: string, value: string) => string {
  const words = useWords();
  const locale = useLocale();
  return (name, value) => {
    if (WORDED.has(name)) return words('v', value) ?? value;
    if (name.endsWith('_ms') && WHOLE.test(value)) return formatTime(Number(value), locale);
    if (name.endsWith('_second') && WHOLE.test(value)) return formatTime(Number(value) * 1000, locale);
    if (name === 'multiple') return `${value}×`;
    if (name === 'market' || !DECIMAL.test(value)) return value;
    return PARTS.has(name)
      ? formatNumber(format(percentFromRate(rate(value))), { kind: 'rate' }, locale)
      : formatNumber(value, { kind: 'full' }, locale);
  };
}

interface ValueProps {
  readonly name: string;
  readonly value: string;
  readonly isAmount: boolean;
  readonly currency: string | undefined;
}

function Value({ name, value, isAmount, currency }: ValueProps) {
  const shown = useShown();
  return isAmount && currency !== undefined && DECIMAL.test(value) ? (
    <Num value={value} unit={currency} />
  ) : (
    <span className="tnum">{shown(name, value)}</span>
  );
}

interface FactsProps {
  readonly formula: string;
  readonly facts: FactsOf;
}

/**
 * Facts of a receipt in the user's language, without those for programs; one without a label has its signed name. `currency` is
 * that of the order.
 */
export function Facts({ formula, facts, currency }: FactsProps & { readonly currency?: string | undefined }) {
  const sorted = useSorted(formula);
  const labelOf = useLabel();
  const amounts = IN_CURRENCY[kindOf(formula)];
  const people = sorted(facts).filter(([name]) => !isForPrograms(name));
  return (
    <List as="dl" className="text-base *:py-2">
      {people.map(([name, value]) => (
        <Fact key={name} name={labelOf(formula, name) ?? name}>
          <Value isAmount={amounts?.has(name) === true} {...{ name, value, currency }} />
        </Fact>
      ))}
    </List>
  );
}

/** The same facts under the names and with the values that were signed, to which the rule refers. */
export function SignedFacts({ formula, facts }: FactsProps) {
  const sorted = useSorted(formula);
  return (
    <dl className="flex flex-col gap-1 font-mono text-xs text-muted">
      {sorted(facts).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

/** The rule of a formula (`contract/2`) in the user's language; undefined for a later one. */
export function RuleWords({ formula }: { readonly formula: string }) {
  const words = useWords();
  const text = words('r', formula.replace('/', '_')) ?? words('r', kindOf(formula));
  return text === undefined ? null : <p className="text-base">{text}</p>;
}
