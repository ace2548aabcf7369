import type { ReplyOf } from '@karat/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';
import type { Dispute, Overview, Round } from './changes.ts';

const SUPPORT = { ...RISK, role: 'support' } as const;

const ROUND: Round = {
  id: 7,
  kind: 'decided',
  scheduled: false,
  question: 'Who wins the final?',
  lang: 'en',
  options: [
    { no: 1, name: 'Red', pool: '300', entries: 2, multiple: '1.26', own: '0' },
    { no: 2, name: 'Green', pool: '100', entries: 1, multiple: '3.8', own: '0' },
  ],
  currency_id: 3,
  currency_name: 'USDT',
  decimals: 6,
  stake_min: '1',
  stake_max: '500',
  user_max: '1000',
  fee_percent: '5',
  pool: '400',
  entries: 3,
  opens_at: '2026-01-01 00:00:00',
  opens_ms: 1,
  closes_at: '2026-01-01 00:00:00',
  closes_ms: 2,
  settles_at: '2026-01-01 00:00:00',
  settles_ms: 3,
  match_id: null,
  symbol_name: null,
  levels: [],
  right: null,
  outcome: null,
  dispute_ends_ms: null,
  hash: 'ab'.repeat(32),
  settled_ms: null,
  state: 'closed',
  open_disputes: 0,
};

const DISPUTE: Dispute = {
  id: 4,
  round_id: 7,
  question: ROUND.question,
  reason: 'The referee decided otherwise',
  state: 'open',
  answer: null,
  created_at: '2026-01-01 00:00:00',
  created_ms: 1,
  decided_ms: null,
  uid: 100_555,
  decided_by: null,
};

const OVERVIEW: Overview = {
  states: [{ state: 'closed', rounds: 1 }],
  open_disputes: 1,
  unanswered: 1,
  currencies: [{ currency_name: 'USDT', held: '400', staked: '400', paid: '0', returned: '0', fees: '0' }],
  schedules: [],
};

const ASKED: ReplyOf<'console/game_answer'> = {
  id: 9,
  kind: 'game answer',
  title: 'Answer round 7',
  subject: '7',
  changes: [],
  uid: null,
  article_version: null,
  person: null,
  digest: 'e'.repeat(64),
  reason: 'as broadcast',
  asked_by: 'rita',
  own: true,
  decided_by: null,
  state: 'asked',
  created_ms: 1,
  decided_ms: null,
};

const pageOf = <Row,>(data: Row[]) => ({
  current_page: 1,
  data,
  last_page: 1,
  per_page: 10,
  total: data.length,
});

function openGames(operator: ReplyOf<'console/me'> = RISK): UserEvent {
  server
    .reply('console/games', OVERVIEW)
    .reply('console/markets', [])
    .reply('console/game_rounds', pageOf([ROUND]))
    .reply('console/game_disputes', pageOf([DISPUTE]));
  return openConsole('/games', operator);
}

const paste = async (user: UserEvent, dialog: HTMLElement, label: string, text: string): Promise<void> => {
  await user.click(await within(dialog).findByLabelText(label));
  await user.paste(text);
};

test('a round is cancelled only with a reason for its users', async () => {
  const user = openGames();
  const row = await screen.findByRole('row', { name: /Who wins the final/ });
  await user.click(within(row).getByRole('button', { name: 'Cancel' }));
  const dialog = await dialogNamed('Cancel round 7');
  await paste(user, dialog, 'Reason', 'the final is off');
  await paste(user, dialog, 'Reason that users read', 'The final');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('At least ten letters');
  expect(server.sent('console/game_cancel')).toEqual([]);
  await paste(user, dialog, 'Reason that users read', ' is not played.');
  server.reply('console/game_cancel', ASKED);
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await screen.findByText('Asked. Somebody else has to approve it.');
  expect(server.sent('console/game_cancel')).toEqual([
    { id: 7, text: 'The final is not played.', reason: 'the final is off' },
  ]);
});

test('an answer needs a picture as evidence', async () => {
  const user = openGames();
  const row = await screen.findByRole('row', { name: /Who wins the final/ });
  await user.click(within(row).getByRole('button', { name: 'Answer' }));
  const dialog = await dialogNamed('Answer round 7');
  await user.click(await within(dialog).findByLabelText('Right option'));
  await user.click(await screen.findByTitle('Green'));
  await paste(user, dialog, 'Link', 'https://example.com/final');
  await paste(user, dialog, 'Note', 'The final was broadcast.');
  await paste(user, dialog, 'Reason', 'as broadcast');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('Upload a picture first.');
  expect(server.sent('console/game_answer')).toEqual([]);
});

test('a dispute shows its reason and its user, and support decides nothing', async () => {
  const user = openGames(SUPPORT);
  expect(await screen.findByText('Without an answer')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New price question' })).toBeNull();
  await user.click(await screen.findByRole('tab', { name: 'Disputes' }));
  const row = await screen.findByRole('row', { name: /The referee decided otherwise/ });
  expect(within(row).getByText('100555')).toBeTruthy();
  expect(within(row).queryByRole('button', { name: 'Decide' })).toBeNull();
});
