import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { shellText } from '../lib/shell-text.ts';
import '../testing/app.tsx';
import { Select } from './Select.tsx';

const LABEL = 'Country';
const chosen = vi.fn<(id: string) => void>();
const countries = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    label: at === 12 ? 'Österreich' : `Land ${at}`,
  }));

async function openSelect(count: number) {
  await shellText.load('en');
  render(<Select label={LABEL} options={countries(count)} value="3" onChange={chosen} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: `${LABEL}: Land 3` }));
  await screen.findByRole('listbox', { name: LABEL });
  return user;
}

test('twenty options need no search', async () => {
  await openSelect(20);
  expect(screen.getAllByRole('option')).toHaveLength(20);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a longer list is searched by name, in capitals or not', async () => {
  const user = await openSelect(21);
  await user.type(screen.getByRole('textbox', { name: 'Search' }), ' öSTER');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Österreich']);
  await user.click(screen.getByRole('option'));
  expect(chosen).toHaveBeenLastCalledWith('12');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('a search without matches says so, and its end brings all back', async () => {
  const user = await openSelect(21);
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'x');
  expect(await screen.findByText('No matches')).toBeTruthy();
  await user.clear(screen.getByRole('textbox', { name: 'Search' }));
  expect(screen.getAllByRole('option')).toHaveLength(21);
});
