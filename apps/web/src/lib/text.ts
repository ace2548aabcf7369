import { fill, localeOf } from '@karat/i18n';
import type { Lang, Values } from '@karat/i18n';
import { use } from 'react';
import { prefer, usePreferences } from './preferences.ts';

/** Texts of a feature in one language. */
export type Messages = Readonly<Record<string, string>>;
type Modules = Readonly<Record<string, () => Promise<unknown>>>;

type SlotName<Slot extends string> = Slot extends `${infer Name}|${string}` ? Name : Slot;
type Slots<T extends string> = T extends `${string}{${infer Slot}}${infer Rest}`
  ? SlotName<Slot> | Slots<Rest>
  : never;
type Given<T extends string> = [Slots<T>] extends [never]
  ? []
  : [values: Readonly<Record<Slots<T>, string | number>>];

/** `t('key')`, with the slots of the English text: `t('sent', {count: 3})`. */
export type Translate<M extends Messages> = <K extends keyof M & string>(
  key: K,
  ...values: Given<M[K]>
) => string;

/** Texts of a feature, loaded per language when one of its screens is first shown. */
export interface Texts<M extends Messages> {
  load(lang: Lang): Promise<Messages>;
  /** Returns the texts if they are loaded. */
  peek(lang: Lang): Messages | undefined;
  /** Carries the type of the English source. */
  readonly source?: M;
}

const inUse = new Set<Texts<Messages>>();

/** Declares a feature's texts: `texts<typeof en>(import.meta.glob('./locales/*.ts'))`. */
export function texts<M extends Messages>(modules: Modules): Texts<M> {
  const loading = new Map<Lang, Promise<Messages>>();
  const loaded = new Map<Lang, Messages>();

  const load = async (lang: Lang): Promise<Messages> => {
    const module = await modules[`./locales/${lang}.ts`]?.();
    const messages = (module as { readonly default: Messages } | undefined)?.default;
    if (!messages) throw new Error(`no texts in ${lang}`);
    loaded.set(lang, messages);
    return messages;
  };

  const self: Texts<M> = {
    peek: (lang) => loaded.get(lang),
    load(lang) {
      inUse.add(self);
      const running = loading.get(lang);
      if (running) return running;
      const started = load(lang);
      loading.set(lang, started);
      // A failed load is forgotten, so that the next attempt loads again.
      started.catch(() => loading.delete(lang));
      return started;
    },
  };
  return self;
}

const translate =
  <M extends Messages>(messages: Messages, lang: Lang): Translate<M> =>
  (key, ...given) => {
    const template = messages[key];
    const [values] = given as readonly [Values?];
    return template === undefined ? key : fill(template, lang, values);
  };

const translators = new WeakMap<Messages, Translate<Messages>>();

function translatorOf<M extends Messages>(messages: Messages, lang: Lang): Translate<M> {
  let found = translators.get(messages);
  if (!found) translators.set(messages, (found = translate(messages, lang)));
  return found as Translate<M>;
}

/** Texts of a feature in the app's language; suspends until they are loaded. */
export function useText<M extends Messages>(of: Texts<M>): Translate<M> {
  const lang = usePreferences((state) => state.language);
  const messages = of.peek(lang) ?? use(of.load(lang));
  return translatorOf(messages, lang);
}

/** The same outside of components; the texts must have been loaded. */
export function textNow<M extends Messages>(of: Texts<M>): Translate<M> {
  const lang = usePreferences.getState().language;
  return translatorOf(of.peek(lang) ?? {}, lang);
}

/** BCP 47 tag of the app's language, for Intl. */
export const useLocale = (): string => localeOf(usePreferences((state) => state.language));

let wanted: Lang | undefined;

/** Switches the language once all visible texts are loaded; the one chosen last wins. */
export async function changeLanguage(lang: Lang): Promise<void> {
  wanted = lang;
  await Promise.all([...inUse].map((one) => one.load(lang)));
  if (wanted === lang) prefer({ language: lang });
}

/** Keeps the `lang` attribute, which screen readers and fonts use, in step with the language. */
export function followLanguage(): void {
  const now = (): void => {
    const root = document.documentElement;
    const locale = localeOf(usePreferences.getState().language);
    // Setting it, even to the same value, makes the browser compute all styles again.
    if (root.lang !== locale) root.lang = locale;
  };
  // The browser's suggestion is stored at the first visit.
  prefer({ language: usePreferences.getState().language });
  now();
  usePreferences.subscribe(now);
}
