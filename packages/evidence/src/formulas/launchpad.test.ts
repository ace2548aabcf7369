import { amount, price, smallestUnit } from '@karat/money';
import { allotmentTerms, settleApplication, subscriptionCost } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allotmentFacts, launchpadFormula } from './launchpad.ts';

const project = fc
  .record({
    decimals: fc.integer({ min: 0, max: 8 }),
    supply: fc.bigInt(0n, 10n ** 15n),
    amounts: fc.array(fc.bigInt(1n, 10n ** 15n), { minLength: 1, maxLength: 12 }),
    price: fc.bigInt(1n, 10n ** 13n).map((units) => price(units)),
  })
  .map(({ decimals, supply, amounts, price: tokenPrice }) => {
    const unit = smallestUnit(decimals);
    const applications = amounts.map((units, index) => ({ id: index + 1, amount: amount(units * unit) }));
    const terms = allotmentTerms(amount(supply * unit), decimals, applications);
    return applications.map((application) => ({
      ...application,
      held: subscriptionCost(application.amount, tokenPrice, 6),
      price: tokenPrice,
      payDecimals: 6,
      project: 7,
      token: 'TOK',
      payCurrency: 'USDT',
      terms,
    }));
  });

test('the receipt gives the same figures as the rules, with everything that they need in its facts', () => {
  fc.assert(
    fc.property(project, (applications) => {
      for (const application of applications) {
        const { tokens, paid, refund } = settleApplication(application, application.terms);
        const result = launchpadFormula.result(allotmentFacts(application), []);
        expect([
          amount(result['tokens'] ?? ''),
          amount(result['paid'] ?? ''),
          amount(result['refund'] ?? ''),
        ]).toEqual([tokens, paid, refund]);
      }
    }),
  );
});

test('facts that are missing or malformed are refused', () => {
  const [first] = fc.sample(project, { numRuns: 1, seed: 5 })[0] ?? [];
  if (!first) return expect.fail('no application');
  const facts = allotmentFacts(first);
  for (const name of ['applied', 'held', 'price', 'supply', 'application', 'token_decimals'])
    expect(() => launchpadFormula.result({ ...facts, [name]: 'x' }, []), name).toThrow(RangeError);
  expect(() => launchpadFormula.result({ ...facts, total_applied: '0' }, [])).toThrow('total_applied 0');
  expect([launchpadFormula.ranges(facts), launchpadFormula.choose(facts, [])]).toEqual([[], []]);
});
