import { LANGS, type Lang } from '@karat/i18n';
import { collectTexts, type Texts } from './texts.ts';

/** Languages in other scripts: an English sentence among them was never translated. */
const ownScript: readonly Lang[] = ['hk', 'th', 'jp', 'kor', 'zh'];

/** Returns the slots of a template, as `{name}` or `{name|one:..|other:..}`, in alphabetical order. */
const slots = (text: string): string =>
  [...new Set([...text.matchAll(/\{([a-zA-Z_]+)/g)].map(([, name = '']) => name))].toSorted().join(' ');

/** Faults of signs: which languages they concern, what is found, and what is wrong with it. */
const signs: readonly (readonly [langs: readonly Lang[], found: RegExp, fault: string])[] = [
  // French puts a space before these signs; a normal one allows a line break.
  [
    ['fra'],
    /[ \u00a0][?!;:»%]|«[ \u00a0]/,
    'a wide space beside a sign, which takes a narrow no-break space',
  ],
  [
    ['fra'],
    /[\p{L}\d}][?!;%]|\p{L}:(?<!\b(?:one|other):)(?!\/\/)|«(?!\u202f)/u,
    'a sign without its narrow no-break space',
  ],
  [['fra'], /\p{L}'\p{L}/u, 'a straight apostrophe'],
  [LANGS.filter((lang) => lang !== 'fra'), /[\d}]\s%/, 'a space before a percent sign'],
  [['hk', 'jp', 'zh'], /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][,?!;:(]/u, 'a sign of half width'],
  // As the browser writes relative times (`5 分前`). Labels of a few signs, such as periods of a chart, go without.
  [
    ['jp'],
    /^(?=.{5})(?:.*[a-z\d](?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|.*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}](?=[a-z\d]))/isu,
    'a letter or figure without a space beside Japanese',
  ],
  [['jp'], /\}(?:時間|日|分|秒|件|回|名|人|桁|倍)/u, 'a counter without a space'],
  [['hk', 'zh'], /[\d}](?:[天秒月年条條个個次人位倍]|分[钟鐘]|小[时時])/u, 'a counter without a space'],
];

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
    const wrong = signs.find(([langs, found]) => langs.includes(lang) && found.test(text));
    if (wrong) return [`${name}: ${lang} has ${wrong[2]} in "${text}"`];
    const untranslated =
      ownScript.includes(lang) && text === english && /[a-z]{3,} [a-z]{2,} [a-z]{2,}/i.test(english);
    return untranslated ? [`${name}: ${lang} still says "${text}"`] : [];
  });
}

if (import.meta.main) {
  const found = await collectTexts();
  const lines = found.flatMap(([name, texts]) => faults(name, texts));
  if (found.length === 0) lines.push('no texts found: the places to look in have moved');
  for (const line of lines) console.log(line);
  if (lines.length > 0) process.exitCode = 1;
}
