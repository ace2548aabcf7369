import { formatNumber, formatTime } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useLocale } from '../../../lib/text.ts';
import { List } from '../../../ui/index.ts';
import { factsText } from './text.ts';

/** Labels of signed facts; facts of a later rule have none and are shown by name. */
function useWords(): (kind: 'f' | 'v' | 'r', name: string) => string | undefined {
  const lang = usePreferences((state) => state.language);
  const known = factsText.peek(lang) ?? {};
  return (kind, name) => known[`${kind}_${name}`];
}

/** Facts in display order; unknown ones last. */
function useSorted(): (facts: Readonly<Record<string, string>>) => [name: string, value: string][] {
  const lang = usePreferences((state) => state.language);
  const order = new Map(Object.keys(factsText.peek(lang) ?? {}).map((key, at) => [key, at]));
  const place = (name: string): number => order.get(`f_${name}`) ?? order.size;
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

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  const label = useWords()('f', name);
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
export function Facts({ facts }: { readonly facts: Readonly<Record<string, string>> }) {
  const sorted = useSorted();
  return (
    <List as="dl">
      {sorted(facts).map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </List>
  );
}

/** The rule of a formula (`contract/2`) in the user's language; undefined for a later one. */
export function RuleWords({ formula }: { readonly formula: string }) {
  const words = useWords();
  const [kind = ''] = formula.split('/');
  const text = words('r', formula.replace('/', '_')) ?? words('r', kind);
  return text === undefined ? null : <p className="text-base">{text}</p>;
}
