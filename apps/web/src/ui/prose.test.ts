import { expect, test } from 'vitest';
import { blocksOf } from './prose.ts';

test('an article is parsed into headings, paragraphs and lists in order', () => {
  expect(blocksOf('First line\nsame paragraph\n\nSecond\n## Fees\n- maker\n- taker\nAfter the list')).toEqual(
    [
      { kind: 'paragraph', text: 'First line same paragraph' },
      { kind: 'paragraph', text: 'Second' },
      { kind: 'heading', text: 'Fees' },
      { kind: 'list', items: ['maker', 'taker'] },
      { kind: 'paragraph', text: 'After the list' },
    ],
  );
});

test('markup in an article stays text', () => {
  expect(blocksOf('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'paragraph', text: '<img src=x onerror=alert(1)>' },
  ]);
});

test('an empty article has no blocks', () => {
  expect(blocksOf('\n \n')).toEqual([]);
});
