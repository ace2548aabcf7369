import { NOTICE_KINDS, noticePlace } from '@karat/contract';
import { expect, test } from 'vitest';
import { PATHS } from '../lib/paths.ts';
import { allScreens } from './screens.ts';

test('every address has exactly one screen', () => {
  expect(allScreens().map(({ path }) => path)).toEqual([...PATHS]);
  expect(new Set(PATHS).size).toBe(PATHS.length);
});

test('every notification leads to a screen', () => {
  const known = new Set<string | undefined>(PATHS);
  expect(NOTICE_KINDS.filter((kind) => !known.has(noticePlace(kind)))).toEqual([]);
});

test('each of the five tabs has its main screen', () => {
  const tabs = new Set(allScreens().flatMap(({ tab }) => (tab ? [tab] : [])));
  expect([...tabs].toSorted()).toEqual(['assets', 'finance', 'home', 'market', 'trade']);
});

test('screens that lead to login are open to visitors', () => {
  const names = ['login', 'register', 'forget', 'unfreeze', 'notMe', 'area'];
  const paths = new Set(names.map((name) => `/pages/common/${name}`));
  const open = allScreens().filter(({ path }) => paths.has(path));
  expect(open).toHaveLength(names.length);
  expect(open.filter(({ protect }) => protect)).toEqual([]);
});
