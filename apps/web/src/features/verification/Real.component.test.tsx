import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { fillIn, here, openApp, server, tap, toastText } from '../../testing/app.tsx';

type State = AllReplies['real/state'];
type Step = State['steps'][number];

const STEP: Step = {
  ...{ level: 1, state: 0, reason_code: null, reason: '', note: '', id_type: null, name: null },
  ...{ card_id: null, sent_at: null, sent_ms: null, decided_ms: null },
};
const SECOND: Step = { ...STEP, level: 2 };

async function openState(state: Partial<State>, search = '') {
  server.reply('real/state', {
    ...{ real_status: 0, review_status: 0, advanced_review_status: 0, reason: '', level: 0, missing: [] },
    steps: [STEP, SECOND],
    limits: [],
    ...state,
  });
  return openApp(`/pages/setting/real${search}`);
}

const links = (): (string | null)[] =>
  screen.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent);

test('the first level can be begun, the second one opens after it', async () => {
  await openState({});
  await screen.findByText('Not verified');
  expect(screen.getByText('Opens after level 1')).toBeTruthy();
  expect(links()).toContain('Start: Level 1: identity data');
  expect(links()).not.toContain('Start: Level 2: photos of the document');
});

test('after the first level the second one can be begun', async () => {
  await openState({ level: 1, steps: [{ ...STEP, state: 2 }, SECOND] });
  await screen.findByText('Level 1');
  expect(screen.queryByText('Opens after level 1')).toBeNull();
  expect(links()).toContain('Start: Level 2: photos of the document');
});

test('a rejected level says why and can be sent again; both contacts come first', async () => {
  const failed: Step = {
    ...STEP,
    state: 3,
    reason_code: 'unreadable',
    reason: 'Unreadable.',
    note: 'Blurred.',
  };
  await openState({ missing: ['phone'], steps: [failed, SECOND] });
  await screen.findByText(/Unreadable\. Blurred\./u);
  expect(screen.getByText('Link phone number')).toBeTruthy();
  expect(screen.queryByText('Link e-mail')).toBeNull();
});

test('the form of a level under review is not shown', async () => {
  await openState({ steps: [{ ...STEP, state: 1 }, SECOND] }, '?step=1');
  await screen.findByText('You get a message as soon as it is decided.');
  expect(screen.queryByLabelText('Full name')).toBeNull();
});

test('the chosen document is sent as entered, and a refusal stands at its field', async () => {
  const user = await openState({}, '?step=1');
  await fillIn(user, 'Full name', 'Ann 2');
  await tap(user, 'Send for review');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Letters only, without digits or special characters',
    'The document number is not valid',
  ]);
  await fillIn(user, 'Full name', 'Ann Lee');
  await fillIn(user, 'Document number', 'K1234567');
  await user.click(screen.getByRole('radio', { name: 'Passport' }));
  server.refuse('user/real', 'document_number_invalid', 'No such number.');
  await tap(user, 'Send for review');
  await screen.findByText('No such number.');
  expect(screen.getByLabelText('Document number').getAttribute('aria-invalid')).toBe('true');
  server.reply('user/real', 'ok');
  await tap(user, 'Send for review');
  await waitFor(() => expect(toastText()).toBe('Sent for review'));
  expect(server.sent('user/real').at(-1)).toEqual({
    ...{ real_type: '1', id_type: '1', name: 'Ann Lee', card_id: 'K1234567' },
  });
  await waitFor(() => expect(here()).not.toContain('step='));
});
