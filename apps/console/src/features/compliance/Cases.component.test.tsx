import type { ReplyOf } from '@karat/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Row = ReplyOf<'console/cases'>['data'][number];
type Detail = ReplyOf<'console/case'>;

const ROW: Row = {
  id: 12,
  kind: 'sanction_match',
  uid: 100_234,
  severity: 'critical',
  status: 'open',
  assignee: null,
  summary: 'Verification 5: resembles entry 7 of list 2 by 96 %',
  opened_by: 'rules',
  opened_ms: 1_700_000_000_000,
  changed_ms: 1_700_000_000_000,
  outcome: null,
  reason: '',
  closed_by: null,
  closed_ms: null,
  closing: false,
};
const DETAIL: Detail = {
  ...ROW,
  events: [{ id: 1, kind: 'opened', by: 'rules', text: ROW.summary, created_ms: ROW.opened_ms }],
  links: [{ kind: 'verification', reference: 5 }],
  hits: [],
  matches: [
    {
      ...{ name: 'Viktor Drajenko', listed_name: 'Viktor Drazhenko', entry: 'X-7', score: 96 },
      ...{ note: 'born 1961', list: 2 },
    },
  ],
};
const MINE: Partial<Detail> = { status: 'in_review', assignee: RISK.login };

function openCases(detail: Partial<Detail> = {}) {
  server
    .reply('console/cases', {
      ...{ current_page: 1, data: [ROW], last_page: 1, per_page: 20, total: 1 },
      counts: { active: 1, mine: 0 },
    })
    .reply('console/case', { ...DETAIL, ...detail })
    .reply('console/case_operators', [
      { login: RISK.login, active: 2 },
      { login: 'ada', active: 0 },
    ]);
  return openConsole('/cases');
}
async function openDrawer(detail: Partial<Detail> = {}) {
  const user = openCases(detail);
  await user.click(await screen.findByRole('row', { name: /^12 / }));
  return { user, drawer: await dialogNamed('Case 12') };
}

test('an operator sees the match and takes the case', async () => {
  const { user, drawer } = await openDrawer();
  await within(drawer).findByText('Viktor Drazhenko');
  expect(within(drawer).getByText('96').textContent).toContain('96');
  expect(within(drawer).queryByRole('button', { name: 'Close the case' })).toBeNull();
  server.reply('console/case_take', { ...ROW, ...MINE } as Row).reply('console/case', { ...DETAIL, ...MINE });
  await user.click(within(drawer).getByRole('button', { name: 'Take the case' }));
  await within(drawer).findByRole('button', { name: 'Close the case' });
  expect(server.sent('console/case_take')).toEqual([{ id: 12 }]);
});

test('a false positive asks a second operator; outcome and reason are needed', async () => {
  const { user, drawer } = await openDrawer(MINE);
  const button = await within(drawer).findByRole('button', { name: 'Close the case' });
  await user.click(button);
  await within(drawer).findByText('Choose an outcome');
  expect(server.sent('console/case_close')).toEqual([]);
  fireEvent.mouseDown(within(drawer).getByRole('combobox', { name: 'Outcome' }));
  await user.click(await screen.findByText('False positive (a second operator approves)'));
  await user.type(within(drawer).getByLabelText('Reason'), 'another birth year');
  const closing = { ...ROW, ...MINE, closing: true } as Row;
  server.reply('console/case_close', closing).reply('console/case', { ...DETAIL, ...MINE, closing: true });
  await user.click(button);
  await within(drawer).findByText(/a second operator decides about closing/);
  expect(server.sent('console/case_close')).toEqual([
    { id: 12, outcome: 'false_positive', reason: 'another birth year' },
  ]);
  expect(within(drawer).queryByRole('button', { name: 'Close the case' })).toBeNull();
});

test('a refusal stays where it happened', async () => {
  const { user, drawer } = await openDrawer();
  server.refuse('console/case_take', 'case_assigned', 'Only the operator who has this case can do this.');
  await user.click(await within(drawer).findByRole('button', { name: 'Take the case' }));
  await within(drawer).findByText('Only the operator who has this case can do this.');
});

test('the sanction list shows its checksum, and an error of the file beside the version in use', async () => {
  const user = openCases();
  const sha256 = 'ab'.repeat(32);
  server.reply('console/screening', {
    ...{ configured: true, threshold: 90, checked_ms: 1_700_000_000_000, error: 'it has no entries' },
    list: {
      ...{
        id: 2,
        title: '',
        format: 'ofac',
        file_ms: 1,
        loaded_ms: 2,
        sha256,
        entries: 17_000,
        names: 40_000,
      },
    },
    run: { started_ms: 1, finished_ms: null, users: 150, matched: 3 },
  });
  await user.click(await screen.findByRole('tab', { name: 'Sanction list' }));
  await screen.findByText(sha256);
  await screen.findByText('The file cannot be used: it has no entries. The last good version stays in use.');
  await screen.findByText('150 users, 3 with a match, still running');
});

test('without a list the page says that nobody is screened', async () => {
  const user = openCases();
  server.reply('console/screening', {
    ...{ configured: false, threshold: 90, list: null, checked_ms: null, error: null, run: null },
  });
  await user.click(await screen.findByRole('tab', { name: 'Sanction list' }));
  await screen.findByText('No sanction list is configured. Users are not screened.');
});

test('a case shows the rule that was met and its facts', async () => {
  const { drawer } = await openDrawer({
    kind: 'suspicious_withdrawal',
    matches: [],
    hits: [
      {
        ...{ id: 3, rule: 'structuring_small', version: 2, from_ms: 1, to_ms: 2 },
        explanation: '3 outflows within 24 hours',
        facts: [
          { kind: 'withdrawal', reference: 71, uid: 100_234, usdt: '950', at_ms: 1, note: '950 USDT' },
          { kind: 'verification', reference: 5, uid: 100_235, usdt: null, at_ms: 2, note: '' },
        ],
      },
    ],
  });
  const hit = await within(drawer).findByRole('region', { name: 'Just below the travel rule' });
  expect(hit.textContent).toContain('version 2: 3 outflows within 24 hours.');
  expect(within(hit).getByText('Withdrawal 71')).toBeTruthy();
  expect(within(hit).getByRole('link', { name: '100235' })).toBeTruthy();
});

const RULE: ReplyOf<'console/rules'>[number] = {
  ...{ rule: 'pass_through', version: 4, enabled: true, hold: false, may_hold: true },
  parameters: [
    { name: 'amount_usdt', value: '10000' },
    { name: 'hours', value: '24' },
  ],
  ...{ asked_by: 'ada', approved_by: 'rita', changed_ms: 1_795_000_000_000 },
  ...{ hits: 41, hits_30_days: 7, open_cases: 2 },
};

test('a rule is tried before its change is asked, and both send what differs', async () => {
  const user = openCases();
  server.reply('console/rules', [RULE]);
  await user.click(await screen.findByRole('tab', { name: 'Rules' }));
  await screen.findByText('Amount from: 10,000 USDT');
  await screen.findByText(/version 4, .* by ada and rita/);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog');
  const hours = within(dialog).getByLabelText('Window (hours)');
  await user.clear(hours);
  await user.type(hours, '0');
  await user.click(within(dialog).getByRole('button', { name: 'Try on the last 30 days' }));
  await within(dialog).findByText('A whole number from 1 to 8784');
  expect(server.sent('console/rule_try')).toEqual([]);
  await user.clear(hours);
  await user.type(hours, '48');
  server.reply('console/rule_try', {
    ...{ days: 30, cases: 3, subjects: 2, cases_now: 1, complete: true },
    examples: [{ uid: 100_234, at_ms: 1_790_000_000_000, explanation: 'much came in and left' }],
  });
  await user.click(within(dialog).getByRole('button', { name: 'Try on the last 30 days' }));
  await within(dialog).findByText('3 cases in the last 30 days, 1 case with the parameters in use');
  await within(dialog).findByText(/much came in and left/);
  expect(server.sent('console/rule_try')).toEqual([{ rule: 'pass_through', hours: '48' }]);
  server.refuse('console/rule_change', 'approval_stale', 'This request is out of date.');
  await user.click(within(dialog).getByRole('switch', { name: /wait for a review/ }));
  await user.type(within(dialog).getByLabelText('Reason'), 'mules of last week');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('This request is out of date.');
  expect(server.sent('console/rule_change')).toEqual([
    { rule: 'pass_through', version: 4, hold: true, hours: '48', reason: 'mules of last week' },
  ]);
});
