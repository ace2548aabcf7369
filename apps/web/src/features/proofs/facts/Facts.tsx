import { formatNumber, formatTime } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useLocale } from '../../../lib/text.ts';
import { List } from '../../../ui/index.ts';
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

/** Facts in display order; unknown ones last. */
function useSorted(formula: string): (facts: FactsOf) => [name: string, value: string][] {
  const lang = usePreferences((state) => state.language);
  const order = new Map(Object.keys(factsText.peek(lang) ?? {}).map((key, at) => [key, at]));
  const place = (name: string): number =>
    order.get(`f_${kindOf(formula)}_${name}`) ?? order.get(`f_${name}`) ?? order.size;
  return (facts) => Object.entries(facts).toSorted(([a], [b]) => place(a) - place(b));
}

/** Facts whose value has a label. */
const WORDED = new Set(['direction', 'type', 'basis', 'side', 'mode', 'action', 'outcome', 'reason']);
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
    return name !== 'market' && DECIMAL.test(value) ? formatNumber(value, { kind: 'full' }, locale) : value;
  };
}

function Fact({ formula, name, value }: { readonly [P in 'formula' | 'name' | 'value']: string }) {
  const label = useLabel()(formula, name);
  const shown = useShown()(name, value);
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="min-w-0">
        <span className="block text-base">{label ?? name}</span>
        {label !== undefined && <code className="block text-xs text-muted">{name}</code>}
      </dt>
      <dd className="max-w-[60%] min-w-0 text-end">
        <span className="block text-base break-words tnum">{shown}</span>
        {shown !== value && <code className="block text-xs break-all text-muted">{value}</code>}
      </dd>
    </div>
  );
}

/**
 * Facts of a receipt in the user's language. Below each stands the signed name, and the signed value where it differs,
 * because the rule refers to those.
 */
export function Facts({ formula, facts }: { readonly formula: string; readonly facts: FactsOf }) {
  const sorted = useSorted(formula);
  return (
    <List as="dl">
      {sorted(facts).map(([name, value]) => (
        <Fact key={name} formula={formula} name={name} value={value} />
      ))}
    </List>
  );
}

/** The rule of a formula (`contract/2`) in the user's language; undefined for a later one. */
export function RuleWords({ formula }: { readonly formula: string }) {
  const words = useWords();
  const text = words('r', formula.replace('/', '_')) ?? words('r', kindOf(formula));
  return text === undefined ? null : <p className="text-base">{text}</p>;
}
