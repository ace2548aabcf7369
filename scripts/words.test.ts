import { expect, test } from 'vitest';
import { bannedWords, isChecked } from './words.ts';

test('a banned word is found in comments, identifiers of every case, and prose', () => {
  expect(bannedWords('/** Whoever asks is answered. */')).toEqual([
    '1: "Whoever", write: the user, the caller, the owner',
  ]);
  expect(bannedWords('const a = 1;\nfunction tellOwner() {}')).toEqual([
    '2: "tell", write: notify, return, report',
  ]);
  expect(bannedWords('const TOLD_MS = 5;')).toHaveLength(1);
  expect(bannedWords('what becomes of it')).toHaveLength(1);
});

test('a word that only contains a banned one passes', () => {
  expect(bannedWords('stellar wishlist hearing-aid indeed retold intelligent')).toEqual([]);
});

test('texts for users, the lock file and generated files are excluded', () => {
  expect(isChecked('domains/spot/rules.ts')).toBe(true);
  expect(isChecked('docs/architecture.md')).toBe(true);
  expect(isChecked('apps/web/src/features/home/locales/en.ts')).toBe(false);
  expect(isChecked('domains/spot/messages.ts')).toBe(false);
  expect(isChecked('package-lock.json')).toBe(false);
});

test('a stored value keeps its spelling, other uses of its word do not', () => {
  expect(bannedWords("kind: 'identity:thawed',")).toEqual([]);
  expect(bannedWords('const thawed = true;')).toHaveLength(1);
});
