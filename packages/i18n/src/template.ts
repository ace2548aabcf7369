import { localeOf } from './langs.ts';
import type { Lang } from './langs.ts';

/**
 * A message text. `{name}` is replaced by the value of that name; `{count|one:# day|other:# days}` selects by the
 * language's plural rule, with `#` as the number.
 */
export type Template = string;

/** Every code in every language: a missing translation does not compile. */
export type Catalogue<Code extends string> = Readonly<Record<Code, Readonly<Record<Lang, Template>>>>;

export type Values = Readonly<Record<string, string | number>>;

const SLOT = /\{([a-zA-Z_][a-zA-Z0-9_]*)(?:\|([^{}]*))?\}/g;
const plurals = new Map<Lang, Intl.PluralRules>();

function pluralForm(lang: Lang, count: number, forms: string): string {
  let rules = plurals.get(lang);
  if (!rules) {
    rules = new Intl.PluralRules(localeOf(lang));
    plurals.set(lang, rules);
  }
  const wanted = rules.select(count);
  let other = '';
  for (const form of forms.split('|')) {
    const colon = form.indexOf(':');
    const name = form.slice(0, colon);
    if (name === wanted) return form.slice(colon + 1);
    if (name === 'other') other = form.slice(colon + 1);
  }
  return other;
}

/** Replaces unfilled slots by an ellipsis: nobody sees a template. */
export const withoutSlots = (text: string): string => text.replace(SLOT, '…');

/** Returns the text of a template in a language. A slot without a value stays, so that tests see it. */
export function fill(template: Template, lang: Lang, values: Values = {}): string {
  return template.replace(SLOT, (slot, name: string, forms: string | undefined) => {
    const value = values[name];
    if (value === undefined) return slot;
    if (forms === undefined) return String(value);
    return pluralForm(lang, Number(value), forms).replaceAll('#', String(value));
  });
}
