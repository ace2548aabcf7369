import { expect, test } from 'vitest';
import { choiceLines, fieldLines } from '../testing/fields.ts';
import type { Call } from './call.ts';
import { contract } from './contract.ts';

const calls = Object.values(contract).flatMap((group) => Object.entries<Call>(group));

/**
 * `fields.txt`: what each field of every call accepts, found by asking its schema: `?` absent, `''` empty, `text[3-500]` a free text of these
 * lengths, `a`, `A` and `7` repeated, `whole` numbers, `is` one of these, `also` other forms. `choices.txt`: the values of a reply's field.
 * Clients rely on both: a change of a line needs a reason. `vitest run packages/contract/src/fields.test.ts -u` writes them anew.
 */
test.each([
  ['fields.txt', fieldLines],
  ['choices.txt', choiceLines],
] as const)('every field has what it had at its release, and none is gone: %s', async (name, linesOf) => {
  const lines = calls.flatMap(([path, call]) => linesOf(path, call));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../testing/${name}`);
});
