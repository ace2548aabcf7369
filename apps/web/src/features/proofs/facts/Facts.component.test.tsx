import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Facts } from './Facts.tsx';
import { factsText } from './text.ts';

beforeAll(() => factsText.load('en'));
afterEach(cleanup);

const labels = (): (string | null)[] =>
  screen.getAllByRole('term').map((term) => term.firstElementChild?.textContent ?? null);

test('a fact has the label of its formula, in the order of that formula', () => {
  render(<Facts formula="launchpad/1" facts={{ refund: '36000', paid: '24000', tokens: '240000' }} />);
  expect(labels()).toEqual(['Tokens allotted', 'Charged', 'Refunded']);
});

test('the same fact of another formula has its general label; an unknown one is shown by name', () => {
  render(<Facts formula="mining/1" facts={{ later: 'x', paid: '5000' }} />);
  expect(labels()).toEqual(['Days paid, as principal × days', 'later']);
});
