import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openSession } from '../lib/session.ts';
import { shellText } from '../lib/shell-text.ts';
import { server } from '../testing/app.tsx';
import { MARKET } from '../testing/fixtures.ts';
import { FavouriteStar } from './FavouriteStar.tsx';

const isPressed = (): string | null => screen.getByRole('button').getAttribute('aria-pressed');

test('a favourite is shown at once and stays while the list is refetched', async () => {
  server.reply('optional/list', []).reply('optional/add', { id: 7 });
  openSession('token-of-test');
  await shellText.load('en');
  render(<FavouriteStar market={MARKET} />);
  await expect.poll(() => server.received('optional/list').length).toBe(1);
  const seen: (string | null)[] = [];
  new MutationObserver(() => seen.push(isPressed())).observe(document.body, {
    subtree: true,
    attributeFilter: ['aria-pressed'],
  });
  server.reply('optional/list', [{ id: 7, currency_id: MARKET.currency_id }]);
  const list = server.hold('optional/list');
  await userEvent.setup().dblClick(screen.getByRole('button'));
  await expect.poll(() => server.received('optional/list').length).toBe(2);
  expect(isPressed()).toBe('true');
  list.release();
  await expect.poll(() => server.sent('optional/add')).toEqual([{ currency_id: String(MARKET.currency_id) }]);
  await expect.poll(() => seen).toEqual(['true']);
  expect(isPressed()).toBe('true');
});
