import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, fillIn, openConsole, server } from '../../testing/console.tsx';

type Known = ReplyOf<'console/verification'>;
type Row = ReplyOf<'console/verifications'>['data'][number];

const AT = Date.parse('2026-11-20T08:00:00Z');
const ROW: Row = {
  ...{ id: 41, uid: 100234, level: 1, state: 'auditing', name: 'Ann Lee', demo: false },
  ...{ remarks: ['under_age'], tries: 3, created_ms: AT, decided_ms: null, decided_by: null },
};
const KNOWN: Known = {
  request: {
    ...{ ...ROW, id_type: 1, card_id: 'P1234567', pictures: false, provider: 'local' },
    ...{ simulated: true, reason: null, note: '' },
  },
  account: {
    ...{ uid: 100234, email: 'ann@example.com', phone: null, nickname: 'ann', status: 'active' },
    ...{ demo: false, level: 0, created_ms: AT - 86_400_000 },
  },
  ...{ identity: { id_type: 2, name: 'Old Name', card_id: 'D9' }, history: [], duplicates: [] },
};
const DUPLICATE: Known['duplicates'][number] = {
  ...{ uid: 100777, id: 12, by: 'picture', state: 'verified', created_ms: AT },
};
const pageOf = (...data: Row[]) => ({ current_page: 1, data, last_page: 2, per_page: 20, total: 30 });

async function openReview(known: Known, operator = RISK): Promise<[UserEvent, HTMLElement]> {
  server.reply('console/verifications', pageOf(ROW)).reply('console/verification', known);
  const user = openConsole('/verification', operator);
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  const drawer = await dialogNamed('Request 41');
  await within(drawer).findByText('Account');
  return [user, drawer];
}

/** Facts of a drawer by name. */
const factOf = (drawer: HTMLElement, name: string): string | null | undefined =>
  within(drawer).getByText(name).closest('tr, .ant-descriptions-row, dl > div, div')?.textContent;

test('a request of level 1 shows what was sent, and is passed', async () => {
  const [user, drawer] = await openReview(KNOWN);
  expect(drawer.textContent).toContain('Request 41: Level 1: data');
  expect(factOf(drawer, 'Number')).toContain('P1234567');
  for (const shown of [
    'Passport',
    'Ann Lee',
    'under 18',
    'ann@example.com',
    'Not seen elsewhere',
    'First submission',
  ])
    within(drawer).getByText(shown);
  within(drawer).getByText(/^The automatic check is a local simulation/);
  expect(within(drawer).queryByText('Old Name')).toBeNull();
  server.reply('console/verification_decide', { ...ROW, state: 'verified', approval: null });
  const approve = within(drawer).getByRole('button', { name: 'Approve' });
  await user.dblClick(approve);
  await screen.findByText('Approved. The sender has been notified.');
  expect(server.sent('console/verification_decide')).toEqual([{ id: 41, decision: 'approve' }]);
  // Each look is in the audit log: the request is not read again for the refreshed lists.
  expect(server.sent('console/verification')).toEqual([{ id: '41' }]);
});

test('photos of level 2 stand beside the data of level 1, each side for itself', async () => {
  server.otherwise('empty');
  const [, drawer] = await openReview({
    ...KNOWN,
    request: {
      ...KNOWN.request,
      level: 2,
      pictures: true,
      simulated: false,
      name: null,
      card_id: null,
      id_type: null,
    },
  });
  within(drawer).getByText('Level 1, for comparison');
  within(drawer).getByText('Driving licence');
  within(drawer).getByText('Old Name');
  within(drawer).getByText('D9');
  expect(within(drawer).queryByText(/local simulation/)).toBeNull();
  const sides = () =>
    server.sent('console/verification_picture').map(({ id, side }) => `${String(id)} ${String(side)}`);
  await waitFor(() => expect(new Set(sides())).toEqual(new Set(['41 front', '41 reverse'])));
});

test('where another account shares data, risk is asked, and it is said so', async () => {
  const [user, drawer] = await openReview({ ...KNOWN, duplicates: [DUPLICATE] });
  within(drawer).getByText('Another account shares this, so the risk team has to approve it.');
  within(drawer).getByText('picture');
  server.reply('console/verification_decide', { ...ROW, approval: 77 });
  await user.click(within(drawer).getByRole('button', { name: 'Ask risk for approval' }));
  await screen.findByText('Asked as request 77. Risk has to approve it.');
});

async function rejectWith(user: UserEvent, drawer: HTMLElement, reason: string, note: string): Promise<void> {
  await user.click(within(drawer).getByLabelText('Reason'));
  await user.click(await screen.findByText(reason));
  if (note !== '') await fillIn(user, drawer, 'Words to the sender', note);
  await user.click(within(drawer).getByRole('button', { name: 'Reject' }));
}

test('a rejection sends its reason and its words', async () => {
  const [user, drawer] = await openReview(KNOWN);
  server.reply('console/verification_decide', { ...ROW, state: 'failed', approval: null });
  await rejectWith(user, drawer, 'Document has expired', 'since May');
  await screen.findByText('Rejected. The sender has been notified.');
  expect(server.sent('console/verification_decide')).toEqual([
    { id: 41, decision: 'reject', reason: 'document_expired', note: 'since May' },
  ]);
});

test('another reason needs words, and a refusal stands above the form', async () => {
  const [user, drawer] = await openReview(KNOWN);
  server.refuse('console/verification_decide', 'verification_decided', 'Sam has decided it.');
  await rejectWith(user, drawer, 'Other (say why)', '');
  await within(drawer).findByText('Say why');
  expect(server.sent('console/verification_decide')).toEqual([]);
  await fillIn(user, drawer, 'Words to the sender', 'blurred');
  await user.click(within(drawer).getByRole('button', { name: 'Reject' }));
  await within(drawer).findByText(/Sam has decided it/);
});

test('a decided request says by whom and why, and offers no decision', async () => {
  const [, drawer] = await openReview({
    ...KNOWN,
    request: {
      ...{ ...KNOWN.request, state: 'failed', reason: 'data_mismatch', note: 'other name' },
      ...{ decided_by: 'sam', decided_ms: AT },
    },
    history: [
      {
        ...{
          id: 7,
          level: 1,
          state: 'failed',
          reason: 'unreadable',
          note: 'dark',
          decided_by: 'kim',
          created_ms: AT,
        },
      },
    ],
  });
  within(drawer).getByText('failed by sam, 2026-11-20 08:00:00 UTC');
  within(drawer).getByText('Data do not match the document. other name');
  within(drawer).getByText('Photos cannot be read: dark');
  within(drawer).getByText('kim');
  expect(within(drawer).queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('support decides requests, and sets no level outside of the procedure', async () => {
  const [, drawer] = await openReview(KNOWN, { ...RISK, role: 'support' });
  within(drawer).getByRole('button', { name: 'Approve' });
  expect(screen.queryByRole('button', { name: 'Set a level' })).toBeNull();
});

test('the list begins with what waits; another state or user begins at its first page', async () => {
  server.reply('console/verifications', pageOf(ROW));
  const user = openConsole('/verification');
  await screen.findByText('Ann Lee');
  screen.getAllByText('Waits');
  await user.click(screen.getByTitle('2'));
  await waitFor(() =>
    expect(server.sent('console/verifications')).toContainEqual({
      state: 'auditing',
      page: '2',
      limit: '20',
    }),
  );
  await user.click(screen.getByText('failed'));
  await waitFor(() =>
    expect(server.sent('console/verifications')).toContainEqual({ state: 'failed', page: '1', limit: '20' }),
  );
  await screen.findAllByText('Decided by');
  expect(screen.queryAllByText('Waits')).toEqual([]);
  await user.type(screen.getByLabelText('UID'), '100234');
  await user.tab();
  await waitFor(() =>
    expect(server.sent('console/verifications').at(-1)).toEqual({
      ...{ state: 'failed', page: '1', limit: '20', uid: '100234' },
    }),
  );
});

test('a level outside of the procedure is asked for with user, level and reason', async () => {
  server.reply('console/verifications', pageOf());
  const user = openConsole('/verification');
  await user.click(await screen.findByRole('button', { name: 'Set a level' }));
  const dialog = await dialogNamed('Set a verification level');
  await fillIn(user, dialog, 'UID', '100234');
  await user.click(within(dialog).getByLabelText('Level'));
  await user.click(await screen.findByText('2: photos'));
  await fillIn(user, dialog, 'Reason (the user reads it)', 'seen in person');
  server.refuse('console/verification_override', 'verification_level_same', 'It has this level.');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText(/It has this level/);
  expect(server.sent('console/verification_override')).toEqual([
    { uid: 100234, level: 2, reason: 'seen in person' },
  ]);
});
