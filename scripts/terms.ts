import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LANGS, type Lang } from '@karat/i18n';
import { collectTexts, type Texts } from './texts.ts';
import { bannedWords } from './words.ts';

/** A term of the glossary: its accepted forms in each language, the usual one first. */
interface Term {
  readonly forms: Readonly<Record<Lang, readonly string[]>>;
}

/** A word that the texts of a language do not use, and the one to write. */
interface Banned {
  readonly lang: Lang;
  readonly forms: readonly string[];
  readonly instead: string;
}

export interface Glossary {
  readonly terms: readonly Term[];
  readonly banned: readonly Banned[];
}

/** A text in which a term has another meaning or is said in another way. */
interface Exception {
  readonly text: RegExp;
  /** First English forms. */
  readonly terms: readonly string[];
  readonly langs?: readonly Lang[];
  readonly reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { text: /home\/locales: copy_trade$/, terms: ['copy trading'], reason: 'a tile of one short line' },
  {
    text: /home\/locales: tour_market_text$/,
    terms: ['price alert'],
    reason: 'the sentence is about prices already',
  },
  { text: /portfolio\/locales/, terms: ['lot'], reason: 'tax lots are units of one purchase' },
  {
    text: /articles\/.*content$/,
    terms: ['lot', 'market order', 'open order', 'post only', 'invite code'],
    reason: 'prose, where a list or a sentence before names it',
  },
  { text: /nft\/locales: position$|facts\/locales: f_position$/, terms: ['position'], reason: 'a place' },
  { text: /earn\/locales: positions$/, terms: ['position'], reason: 'Earn orders' },
  { text: /earn\/locales: source$/, terms: ['open order'], reason: 'Earn orders' },
  {
    text: /: closes_at_once$|: no_copies$|: closed_count$/,
    terms: ['position'],
    reason: 'named by the verb',
  },
  { text: /contract_closed$/, terms: ['position'], langs: ['jp'], reason: 'named by the verb' },
  {
    text: /network_invalid$|: networks_|from_account_hint$/,
    terms: ['network'],
    reason: 'a range of IP addresses',
  },
  { text: /portfolio\/locales: transfers$/, terms: ['deposit'], reason: 'deposits less withdrawals' },
  {
    text: /games|facts\/locales|\.game:|daily_stake$/,
    terms: ['stake'],
    langs: ['jp', 'kor', 'spa', 'th', 'vn'],
    reason: 'said by a verb, by "entry" or not at all',
  },
  { text: /: coupon_rules$/, terms: ['coupon'], reason: 'named by the counter' },
];

/** Languages that are written without spaces between words, or glue endings to them. */
const UNSPACED: readonly Lang[] = ['hk', 'th', 'jp', 'kor', 'zh'];

const escaped = (form: string): string => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns the pattern of a form. `-` at its end stands for any ending, ` … ` for any words between; otherwise English and
 * the languages with spaces allow a plural.
 */
function pattern(form: string, lang: Lang): RegExp {
  const stem = form.replace(/-$/, '');
  const body = escaped(stem)
    .replaceAll(' … ', '.{1,40}')
    .replaceAll(' ', String.raw`(?:e?s|x)?[\s\u00a0]+`);
  if (UNSPACED.includes(lang)) return new RegExp(body, 'iu');
  const end = form === stem ? String.raw`(?:e?s)?(?!\p{L})` : '';
  return new RegExp(String.raw`(?<!\p{L})${body}${end}`, 'iu');
}

/** Returns a text without its slots: `{count|one:# day|other:# days}` keeps its words, `{name}` goes. */
const withoutSlots = (text: string): string =>
  text
    .replace(/\{[a-zA-Z_]+\}/g, ' ')
    .replace(/\{[a-zA-Z_]+\|/g, ' ')
    .replace(/\b(?:zero|one|two|few|many|other):|[|}]/g, ' ');

/** Returns the cells of the rows of the first table after a heading. */
function tableBelow(markdown: string, heading: string): readonly (readonly string[])[] {
  const below = markdown.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = below.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const formsOf = (cell: string): readonly string[] =>
  cell
    .split(' / ')
    .map((form) => form.trim())
    .filter((form) => form !== '');

const isLang = (text: string | undefined): text is Lang => LANGS.some((lang) => lang === text);

/** Reads the two tables of the glossary. Throws if a row lacks a language. */
export function readGlossary(markdown: string): Glossary {
  const [head = [], , ...rows] = tableBelow(markdown, '## Terms in nine languages');
  const terms = rows.map((cells) => {
    const cell = (lang: Lang): readonly string[] => {
      const forms = formsOf(cells[head.indexOf(lang)] ?? '');
      if (forms.length === 0) throw new Error(`glossary: "${cells.join(' | ')}" has no ${lang}`);
      return forms;
    };
    const forms = {
      en: cell('en'),
      hk: cell('hk'),
      th: cell('th'),
      jp: cell('jp'),
      kor: cell('kor'),
      fra: cell('fra'),
      spa: cell('spa'),
      vn: cell('vn'),
      zh: cell('zh'),
    };
    return { forms };
  });
  const [, , ...bannedRows] = tableBelow(markdown, '## Words that no text uses');
  const banned = bannedRows.map(([lang, words = '', instead = '']) => {
    if (!isLang(lang)) throw new Error(`glossary: "${lang ?? ''}" is no language`);
    return { lang, forms: formsOf(words), instead };
  });
  return { terms, banned };
}

/** Returns the terms that an English text contains; a longer term hides a shorter one inside it. */
function termsIn(english: string, terms: readonly Term[]): readonly Term[] {
  const forms = terms
    .flatMap((term) => term.forms.en.map((form) => ({ term, form })))
    .toSorted((one, other) => other.form.length - one.form.length);
  const found = new Set<Term>();
  let rest = withoutSlots(english);
  for (const { term, form } of forms) {
    const matcher = new RegExp(pattern(form, 'en'), 'giu');
    if (!matcher.test(rest)) continue;
    found.add(term);
    rest = rest.replace(matcher, ' # ');
  }
  return [...found];
}

const excepted = (name: string, term: string, lang: Lang): boolean =>
  EXCEPTIONS.some(
    (each) => each.terms.includes(term) && each.text.test(name) && (each.langs?.includes(lang) ?? true),
  );

/** Returns the terms that a translation lacks, and the words in it that no text uses. */
export function termFaults(name: string, texts: Texts, { terms, banned }: Glossary): readonly string[] {
  const missing = termsIn(texts.en ?? '', terms).flatMap(({ forms }) =>
    LANGS.flatMap((lang) => {
      const text = withoutSlots(texts[lang] ?? '');
      const [term = ''] = forms.en;
      if (lang === 'en' || text.trim() === '' || excepted(name, term, lang)) return [];
      if (forms[lang].some((form) => pattern(form, lang).test(text))) return [];
      return [`${name}: ${lang} has no "${forms[lang].join('" or "')}" for "${term}" in "${texts[lang]}"`];
    }),
  );
  const unwanted = banned.flatMap(({ lang, forms, instead }) =>
    forms
      .filter((form) => pattern(form, lang).test(withoutSlots(texts[lang] ?? '')))
      .map((form) => `${name}: ${lang} says "${form}", write ${instead}: "${texts[lang]}"`),
  );
  const english = bannedWords(texts.en ?? '').map((fault) => `${name}: en, line ${fault}`);
  return [...missing, ...unwanted, ...english];
}

if (import.meta.main) {
  const path = resolve(import.meta.dirname, '../docs/glossary.md');
  const glossary = readGlossary(readFileSync(path, 'utf8'));
  const lines = (await collectTexts()).flatMap(([name, texts]) => termFaults(name, texts, glossary));
  for (const line of lines) console.log(line);
  if (glossary.terms.length === 0 || glossary.banned.length === 0)
    console.log('no tables in docs/glossary.md');
  if (lines.length > 0 || glossary.terms.length === 0 || glossary.banned.length === 0) process.exitCode = 1;
}
