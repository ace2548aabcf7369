import { normalForm } from '@karat/rules';

/** Text of an article that a question is compared with. */
export interface SearchText {
  readonly title: string;
  readonly abstract: string;
  readonly content: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words: their text is compared by pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const TITLE_WEIGHT = 4;
const ABSTRACT_WEIGHT = 2;
/** Part of the question's terms that an article must contain, unless a long one is in its title or abstract. */
const SHARE_MIN = 0.4;
const LONG_WORD = 4;
const WORD_MIN = 3;
const TERMS_MAX = 40;

const plainOf = (text: string): string => normalForm(text).toLowerCase();

/** Returns the terms of a question: words of three letters and more, pairs of characters in unspaced scripts. */
export function termsOf(question: string): readonly string[] {
  const terms = new Set<string>();
  for (const [word] of plainOf(question).matchAll(WORD)) {
    if (!UNSPACED.test(word)) {
      if (word.length >= WORD_MIN) terms.add(word);
      continue;
    }
    const letters = Array.from(word);
    for (let at = 0; at + 1 < letters.length; at += 1) terms.add(letters.slice(at, at + 2).join(''));
  }
  return [...terms].slice(0, TERMS_MAX);
}

/** Words match from their beginning, so that a question is answered while it is typed; pairs match anywhere. */
const contains = (text: string, term: string): boolean =>
  UNSPACED.test(term)
    ? text.includes(term)
    : ` ${text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')}`.includes(` ${term}`);

/** Returns the articles that answer a question, best first. */
export function rankArticles<Article extends SearchText>(
  question: string,
  articles: readonly Article[],
  limit: number,
): Article[] {
  const terms = termsOf(question);
  if (terms.length === 0) return [];
  const scored = articles.map((article) => {
    const [title, abstract, content] = [article.title, article.abstract, article.content].map(plainOf);
    let score = 0;
    let found = 0;
    let isNamed = false;
    for (const term of terms) {
      const inTitle = contains(title ?? '', term);
      const inAbstract = contains(abstract ?? '', term);
      const inContent = contains(content ?? '', term);
      if (inTitle || inAbstract || inContent) found += 1;
      isNamed ||= (inTitle || inAbstract) && (term.length >= LONG_WORD || UNSPACED.test(term));
      score += (inTitle ? TITLE_WEIGHT : 0) + (inAbstract ? ABSTRACT_WEIGHT : 0) + (inContent ? 1 : 0);
    }
    return { article, score, isAnswer: isNamed || found / terms.length >= SHARE_MIN };
  });
  return scored
    .filter(({ isAnswer }) => isAnswer)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ article }) => article);
}
