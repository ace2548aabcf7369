import { HOUR_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import { demoOffers } from './demo.ts';
import { NO_OFFERS, readOffers } from './offers.ts';

test('no rate older than a day sells anything, whatever the configuration', () => {
  const file = (more: object) =>
    JSON.stringify({
      countries: {},
      minimums: {},
      banks: [],
      providers: { card: [], third_party: [] },
      ...more,
    });
  const ages = [demoOffers, NO_OFFERS, readOffers(file({})), readOffers(file({ rateAgeHoursMax: 6 }))].map(
    ({ rateAgeMsMax }) => rateAgeMsMax / HOUR_MS,
  );
  expect(ages).toEqual([24, 24, 24, 6]);
  expect(() => readOffers(file({ rateAgeHoursMax: 25 }))).toThrow('rateAgeHoursMax');
});
