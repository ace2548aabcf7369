import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGS, type Lang } from '@karat/i18n';

type Texts = Readonly<Partial<Record<Lang, string>>>;

/** Languages in other scripts: an English sentence among them was never translated. */
const ownScript: readonly Lang[] = ['hk', 'th', 'jp', 'kor', 'zh'];

/** Returns the slots of a template, as `{name}` or `{name|one:..|other:..}`, in alphabetical order. */
const slots = (text: string): string =>
  [...new Set([...text.matchAll(/\{([a-zA-Z_]+)/g)].map(([, name = '']) => name))].toSorted().join(' ');

/** Returns the faults of one text in its nine languages; empty if there are none. */
export function faults(name: string, texts: Texts): readonly string[] {
  const english = texts.en ?? '';
  return LANGS.flatMap((lang) => {
    const text = texts[lang];
    if (text === undefined) return [`${name}: missing in ${lang}`];
    if (text.trim() === '') return [`${name}: empty in ${lang}`];
    if (slots(text) !== slots(english)) {
      return [`${name}: ${lang} has slots "${slots(text)}", en has "${slots(english)}"`];
    }
    // French puts a space before these signs; a normal one allows a line break.
    if (lang === 'fra' && / [?!;:»]|« /.test(text)) {
      return [`${name}: fra has an ordinary space beside a sign in "${text}", which takes a no-break space`];
    }
    const untranslated = ownScript.includes(lang) && text === english && /[a-z]{3,} [a-z]{2,}/.test(english);
    return untranslated ? [`${name}: ${lang} still says "${text}"`] : [];
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns every text below a value: records whose keys are languages, at any depth. */
function textsIn(name: string, value: unknown): readonly (readonly [string, Texts])[] {
  if (!isRecord(value)) return [];
  if (typeof value['en'] === 'string') return [[name, value as Texts]];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(`${name}.${key}`, inner));
}

/** Folders with one file per language (`locales/en.ts` and its eight sisters). */
async function folderTexts(folder: string): Promise<readonly (readonly [string, Texts])[]> {
  const byKey = new Map<string, Partial<Record<Lang, string>>>();
  for (const lang of LANGS) {
    const file = (await import(pathToFileURL(join(folder, `${lang}.ts`)).href)) as { default?: unknown };
    if (!isRecord(file.default)) continue;
    for (const [key, text] of Object.entries(file.default)) {
      if (typeof text === 'string') byKey.set(key, { ...byKey.get(key), [lang]: text });
    }
  }
  return [...byKey].map(([key, texts]) => [`${folder}: ${key}`, texts] as const);
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const found: (readonly [string, Texts])[] = [];
  for (const path of globSync('{domains/*,platform/*,packages/*/src,apps/server/src}/messages.ts', {
    cwd: root,
  })) {
    const module: unknown = await import(pathToFileURL(join(root, path)).href);
    found.push(
      ...Object.entries(module as object).flatMap(([name, value]) => textsIn(`${path}: ${name}`, value)),
    );
  }
  for (const path of globSync('apps/*/src/**/locales', { cwd: root })) {
    found.push(...(await folderTexts(join(root, path))));
  }
  const lines = found.flatMap(([name, texts]) => faults(name.replace(`${root}/`, ''), texts));
  if (found.length === 0) lines.push('no texts found: the places to look in have moved');
  for (const line of lines) console.log(line);
  if (lines.length > 0) process.exitCode = 1;
}
