import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGS, type Lang } from '@karat/i18n';

/** A text in the languages that it has. */
export type Texts = Readonly<Partial<Record<Lang, string>>>;
/** A text with the file and key where it stands. */
export type NamedText = readonly [name: string, texts: Texts];

/** Modules of the server that export texts for users. */
const MODULES = [
  '{domains/*,platform/*,packages/*/src,apps/server/src}/messages.ts',
  'domains/*/{*-messages,notices,*-notices,reasons,*-reasons,kind-names,email-texts,questions,forms}.ts',
  'domains/content/articles/index.ts',
];

type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns one text for each field of articles: `{ en: { title, content }, hk: ... }`. */
function fieldTexts(name: string, value: Fields, english: Fields): readonly NamedText[] {
  return Object.keys(english).map((field) => {
    const texts: Partial<Record<Lang, string>> = {};
    for (const lang of LANGS) {
      const fields = value[lang];
      const text = isRecord(fields) ? fields[field] : undefined;
      if (typeof text === 'string') texts[lang] = text;
    }
    return [`${name}.${field}`, texts];
  });
}

/** Returns every text below a value: records whose keys are languages, at any depth. */
function textsIn(name: string, value: unknown): readonly NamedText[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => textsIn(`${name}.${index}`, inner));
  if (!isRecord(value)) return [];
  if (typeof value['en'] === 'string') return [[name, value as Texts]];
  if (isRecord(value['en'])) return fieldTexts(name, value, value['en']);
  return Object.entries(value).flatMap(([key, inner]) => textsIn(`${name}.${key}`, inner));
}

/** Folders with one file per language (`locales/en.ts` and its eight sisters). */
async function folderTexts(folder: string): Promise<readonly NamedText[]> {
  const byKey = new Map<string, Partial<Record<Lang, string>>>();
  for (const lang of LANGS) {
    const file = (await import(pathToFileURL(join(folder, `${lang}.ts`)).href)) as { default?: unknown };
    if (!isRecord(file.default)) continue;
    for (const [key, text] of Object.entries(file.default)) {
      if (typeof text === 'string') byKey.set(key, { ...byKey.get(key), [lang]: text });
    }
  }
  return [...byKey].map(([key, texts]) => [`${folder}: ${key}`, texts]);
}

/** Returns every text of the apps and the server, named by path and key. */
export async function collectTexts(): Promise<readonly NamedText[]> {
  const root = resolve(import.meta.dirname, '..');
  const found: NamedText[] = [];
  for (const path of globSync(MODULES, { cwd: root }).toSorted()) {
    const module: unknown = await import(pathToFileURL(join(root, path)).href);
    found.push(
      ...Object.entries(module as object).flatMap(([name, value]) => textsIn(`${path}: ${name}`, value)),
    );
  }
  for (const path of globSync('apps/*/src/**/locales', { cwd: root }).toSorted()) {
    found.push(...(await folderTexts(join(root, path))));
  }
  return found.map(([name, texts]) => [name.replace(`${root}/`, ''), texts]);
}
