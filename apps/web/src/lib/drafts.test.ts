import { afterEach, expect, test } from 'vitest';
import { closeSession, openSession } from './session.ts';
import { openDrafts } from './drafts.ts';

afterEach(closeSession);

test('drafts are kept by form and by what it is for', () => {
  const [spot, options] = [openDrafts<string>(), openDrafts<string>()];
  spot.set(7, '0.5');
  spot.set(8, '12');
  spot.set(7, '0.6');
  expect([spot.of(7), spot.of(8), spot.of(9), options.of(7)]).toEqual(['0.6', '12', undefined, undefined]);
  spot.forget(7);
  expect([spot.of(7), spot.of(8)]).toEqual([undefined, '12']);
});

test('a login keeps the drafts of the visitor, a logout leaves none to the next user', () => {
  const drafts = openDrafts<string>();
  drafts.set(7, '0.5');
  openSession('of-alice');
  expect(drafts.of(7)).toBe('0.5');
  closeSession();
  expect(drafts.of(7)).toBeUndefined();
  openSession('of-alice');
  drafts.set(7, '0.5');
  openSession('of-bob');
  expect(drafts.of(7)).toBeUndefined();
});
