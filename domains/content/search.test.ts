import { expect, test } from 'vitest';
import { rankArticles, termsOf } from './search.ts';

const article = (title: string, content = '', abstract = '') => ({ title, abstract, content });
const titles = (question: string, ...articles: ReturnType<typeof article>[]): string[] =>
  rankArticles(question, articles, 5).map(({ title }) => title);

test('a question finds the article with most of its words, the title first', () => {
  const deposit = article('How long does a deposit take?', 'Bitcoin needs two confirmations.');
  const fees = article('What are the fees?', 'A deposit is free.');
  expect(titles('why is my deposit not here', fees, deposit)).toEqual([deposit.title]);
  expect(titles('are deposit free', fees, deposit)).toEqual([fees.title, deposit.title]);
  expect(titles('depo', deposit)).toEqual([deposit.title]);
  expect(titles('staking rewards', deposit, fees)).toEqual([]);
});

test('a word counts most in the title, then in the abstract, then in the text, and their weights add up', () => {
  const [title, abstract, content] = [
    article('Fees'),
    article('B', '', 'Fees'),
    article('C', 'Fees and costs'),
  ];
  const both = article('D', 'Fees', 'Fees');
  expect(titles('fees', content, abstract, both, title)).toEqual(['Fees', 'D', 'B', 'C']);
  const all = article('Fees of all', 'Fees', 'Fees');
  expect(titles('fees', title, all)).toEqual(['Fees of all', 'Fees']);
});

test('scripts without spaces are compared by pairs of characters', () => {
  const deposit = article('充值需要多长时间？');
  const thai = article('ฝากเงินใช้เวลานานเท่าไร');
  expect(termsOf('充值多久')).toEqual(['充值', '值多', '多久']);
  expect(titles('充值多久', deposit, thai)).toEqual([deposit.title]);
  expect(titles('ฝากเงินช้า', deposit, thai)).toEqual([thai.title]);
});

test('a question without a word finds nothing', () => {
  expect(titles('?? a', article('a'))).toEqual([]);
});
