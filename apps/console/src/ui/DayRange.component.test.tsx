import '../testing/console.tsx';
import { render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Days } from '../lib/utc.ts';
import { DayRange } from './DayRange.tsx';

const chosen = vi.fn<(days: Days) => void>();

function Range({ initial }: { initial: Days }) {
  const [days, setDays] = useState(initial);
  const choose = (next: Days): void => {
    chosen(next);
    setDays(next);
  };
  return <DayRange value={days} choose={choose} />;
}

test('a day is typed, chosen in the calendar and cleared', async () => {
  // The button that clears is shown on hover, which jsdom does not style.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  render(<Range initial={{ first: '', last: '' }} />);
  const from = screen.getByLabelText('From (UTC)');
  await user.type(from, '2026-02-27{enter}');
  expect(chosen).toHaveBeenLastCalledWith({ first: '2026-02-27', last: '' });
  await user.click(from);
  await user.click(await screen.findByTitle('2026-02-28'));
  expect(chosen).toHaveBeenLastCalledWith({ first: '2026-02-28', last: '' });
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(chosen).toHaveBeenLastCalledWith({ first: '', last: '' });
});

test('the days keep their order, and what is no day is not taken', async () => {
  const user = userEvent.setup();
  render(<Range initial={{ first: '2026-02-10', last: '2026-02-20' }} />);
  chosen.mockClear();
  const to = screen.getByLabelText<HTMLInputElement>('To (UTC)');
  for (const wrong of ['2026-02-09', '2026-02-31', 'soon']) {
    await user.clear(to);
    await user.type(to, `${wrong}{enter}`);
    await user.click(document.body);
    // The picker closes, and shows its value again, in a later frame.
    await expect.poll(() => to.value).toBe('2026-02-20');
  }
  expect(chosen.mock.calls.filter(([{ last }]) => last !== '')).toEqual([]);
  await user.clear(to);
  await user.type(to, '2026-02-10{enter}');
  expect(chosen).toHaveBeenLastCalledWith({ first: '2026-02-10', last: '2026-02-10' });
});
