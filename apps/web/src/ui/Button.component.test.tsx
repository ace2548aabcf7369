import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Button } from './Button.tsx';

afterEach(cleanup);

const FIELD = 'Amount';
const NAME = 'Send';

function renderForm(busy: boolean, sent: string[]) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push('submit');
      }}
    >
      <input aria-label={FIELD} />
      <Button type="submit" busy={busy} onClick={() => sent.push('click')}>
        {NAME}
      </Button>
    </form>
  );
}

test('a pending button keeps the focus, and ignores presses and the Enter key of its form', async () => {
  const sent: string[] = [];
  const { rerender } = render(renderForm(false, sent));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: NAME });
  button.focus();
  fireEvent.click(button);
  expect(sent).toEqual(['click', 'submit']);
  rerender(renderForm(true, sent));
  expect([document.activeElement === button, button.disabled]).toEqual([true, false]);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  await userEvent.setup().type(screen.getByLabelText(FIELD), '5{Enter}');
  expect(sent).toEqual(['click', 'submit']);
  rerender(renderForm(false, sent));
  await userEvent.setup().type(screen.getByLabelText(FIELD), '{Enter}');
  expect(sent).toEqual(['click', 'submit', 'click', 'submit']);
});
