import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Loan = ReplyOf<'console/loan_list'>['data'][number];

const HOUR_MS = 3_600_000;

const WAITING: Loan = {
  ...{ id: 31, uid: 100_007, state: 'pending', currency_name: 'USDT', amount: '600000', days: 30 },
  ...{ purpose: 'Liquidity', assets: [], assets_usdt: '300000', debt: '0', debt_usdt: '0', leverage: '2' },
  ...{ risk_rate: '150', fresh: true, rate: null, called: false, overdue_days: 0 },
  ...{ created_ms: 1, decided_ms: null, decided_by: null, reason: null, note: '', due_ms: null },
  ...{ closed_ms: null, receipt: null, two_people: false, asked: false, decide_by_ms: 0 },
  applicant: {
    ...{ vip_level: 2, market_maker: false, level: 2, active: 0, repaid: 1, liquidated: 0 },
    free_usdt: '1000',
  },
};

/** Opens the queue with applications, each with the hours that are left for it. */
function openQueue(
  loans: readonly (Partial<Loan> & { readonly hours: number })[],
  role: 'finance' | 'risk' = 'finance',
): UserEvent {
  const now = Date.now();
  const data = loans.map(({ hours, ...loan }) => ({
    ...WAITING,
    ...loan,
    // Half an hour more, so that the time of the test changes no whole hour.
    decide_by_ms: now + hours * HOUR_MS + HOUR_MS / 2,
  }));
  server
    .reply('console/loans', {
      ...{ pool: [], pending: data.length, late: 1, active: 0, called: 0, overdue: 0, liquidated: 0 },
      ...{ two_people_usdt: '1000000', usual_rate: '0.03' },
    })
    .reply('console/loan_list', { current_page: 1, data, last_page: 1, per_page: 10, total: data.length });
  return openConsole('/loans', { ...RISK, role });
}

async function review(user: UserEvent, id = 31): Promise<HTMLElement> {
  await user.click(await screen.findByRole('row', { name: new RegExp(`^${id} `, 'u') }));
  return dialogNamed(`Loan ${id}`);
}

test('the queue counts the three days down and names who decides', async () => {
  openQueue([
    { id: 31, hours: 71 },
    { id: 32, hours: 5, two_people: true },
    { id: 33, hours: -30, two_people: true, asked: true },
  ]);
  await screen.findByText('2 d 23 h left');
  screen.getByText('5 h left');
  screen.getByText('late 1 d 6 h');
  screen.getByText('two operators');
  screen.getByText('waiting for a second operator');
  await screen.findByText(/From 1,000,000 USDT on, an approval takes two operators/u);
});

test('a rejection sends the reason and the words to the applicant', async () => {
  const user = openQueue([{ hours: 10 }]);
  server.reply('console/loan_reject', { rejected: true });
  const drawer = await review(user);
  await user.click(within(drawer).getByRole('combobox', { name: 'Reason' }));
  await user.click(await screen.findByTitle('Purpose unclear'));
  await user.type(within(drawer).getByLabelText('Words to the applicant'), 'Name the pair.');
  await user.click(within(drawer).getByRole('button', { name: 'Reject' }));
  await screen.findByText('Rejected. The applicant has been notified.');
  expect(server.sent('console/loan_reject')).toEqual([
    { id: 31, reason: 'purpose_unclear', note: 'Name the pair.' },
  ]);
});

test('a large loan asks a second person, and is not approved again while that one is asked', async () => {
  const user = openQueue([
    { id: 31, hours: 10, two_people: true },
    { id: 32, hours: 10, two_people: true, asked: true },
  ]);
  const asked = await review(user, 32);
  within(asked).getByText('Requested. A second operator decides under Approvals.');
  expect(within(asked).queryByRole('button', { name: /pprov/u })).toBeNull();
  within(asked).getByRole('button', { name: 'Reject' });
});

test('one operator approves a small loan at the rate that is typed', async () => {
  const user = openQueue([{ hours: 10 }]);
  server.reply('console/loan_approve', { approved: true, approval: null });
  const drawer = await review(user);
  await user.clear(within(drawer).getByLabelText('Rate, % a day'));
  await user.type(within(drawer).getByLabelText('Rate, % a day'), '0.04');
  await user.type(within(drawer).getAllByLabelText('Reason')[0] ?? drawer, 'known for years');
  await user.dblClick(within(drawer).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(server.sent('console/loan_approve')).toEqual([
      { id: 31, rate: '0.04', reason: 'known for years' },
    ]),
  );
  await screen.findByText('Approved and paid out');
});

test('a loan that has become large is asked for, and the operator reads that it is not paid yet', async () => {
  const user = openQueue([{ hours: 10 }]);
  const approval = {
    ...{ id: 12, kind: 'loan', title: 'Approve a loan', subject: 'loan 31', changes: [], uid: 100_007 },
    ...{
      article_version: null,
      person: null,
      digest: 'd'.repeat(64),
      reason: '',
      asked_by: 'Rita',
      own: true,
    },
    ...{ decided_by: null, state: 'asked' as const, created_ms: 1, decided_ms: null },
  };
  server.reply('console/loan_approve', { approved: false, approval });
  const drawer = await review(user);
  await user.type(within(drawer).getAllByLabelText('Reason')[0] ?? drawer, 'known for years');
  await user.click(within(drawer).getByRole('button', { name: 'Approve' }));
  await screen.findByText('Asked. Somebody else has to approve it.');
});

test('operators find the loans of a user in every state, from the first page on', async () => {
  const user = openQueue(Array.from({ length: 11 }, (_, index) => ({ id: 31 + index, hours: 10 })));
  await screen.findAllByText('10 h left');
  await user.click(screen.getByTitle('2'));
  await waitFor(() => expect(server.sent('console/loan_list').at(-1)).toMatchObject({ page: '2' }));
  await user.click(screen.getByText('All', { selector: '.ant-segmented-item-label' }));
  await waitFor(() => expect(server.sent('console/loan_list').at(-1)).toEqual({ page: '1', limit: '10' }));
  await user.type(screen.getByLabelText('UID'), '100007');
  await waitFor(() =>
    expect(server.sent('console/loan_list').at(-1)).toEqual({ uid: '100007', page: '1', limit: '10' }),
  );
});

const THRESHOLDS = {
  ...{ version: 2, two_people_usdt: '1000000', min_usdt: '500000', max_usdt: '10000000' },
  ...{ days_min: 7, days_max: 365, usual_rate: '0.03', rate_max: '1' },
  ...{ asked_by: 'ada', approved_by: 'rita', changed_ms: 1_795_000_000_000 },
};

test('thresholds show who decided them; a change sends what differs, with the version', async () => {
  const user = openQueue([], 'risk');
  server
    .reply('console/loan_thresholds', THRESHOLDS)
    .refuse('console/loan_thresholds_change', 'approval_stale', 'This request is out of date.');
  await user.click(await screen.findByRole('tab', { name: 'Thresholds' }));
  await screen.findByText(/requested by ada, approved by rita/u);
  await user.click(screen.getByRole('button', { name: 'Change thresholds' }));
  const dialog = await screen.findByRole('dialog');
  const longest = within(dialog).getByLabelText('Longest term (days)');
  await user.clear(longest);
  await user.type(longest, '6');
  expect(await within(dialog).findByText('Not below the shortest term')).toBeTruthy();
  await user.clear(longest);
  await user.type(longest, '180');
  await user.type(within(dialog).getByLabelText('Reason'), 'shorter terms');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  expect(await within(dialog).findByText('This request is out of date.')).toBeTruthy();
  expect(server.sent('console/loan_thresholds_change')).toEqual([
    { version: 2, days_max: '180', reason: 'shorter terms' },
  ]);
});

test('operators of finance read the thresholds and cannot change them', async () => {
  const user = openQueue([]);
  server.reply('console/loan_thresholds', THRESHOLDS);
  await user.click(await screen.findByRole('tab', { name: 'Thresholds' }));
  await screen.findByText(/requested by ada/u);
  expect(screen.queryByRole('button', { name: 'Change thresholds' })).toBeNull();
});
