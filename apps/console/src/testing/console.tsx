import './browser.ts';
import type { GetPath, ReplyOf } from '@karat/contract';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { FakeServer } from '@karat/fake-server';
import { Console } from '../app/Console.tsx';
import type { PagePath } from '../app/pages.ts';
import { router } from '../app/router.tsx';
import { setToken } from '../lib/session.ts';

// Through this module, which stands in for the browser before the router reads it.
export { router };

/** The server of the test; an unexpected call fails the test. */
export const server = new FakeServer();

configure({
  // The first page of a file loads antd.
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message?.split('\n\n', 1)[0] ?? 'not found'),
});

beforeEach(() => vi.stubGlobal('fetch', server.fetch));

afterEach(() => {
  cleanup();
  setToken(null);
  document.body.innerHTML = '';
  try {
    server.check();
  } finally {
    server.reset();
  }
});

type Operator = ReplyOf<'console/me'>;

/** An operator of risk with an authenticator. */
export const RISK: Operator = {
  id: 3,
  login: 'rita',
  name: 'Rita',
  role: 'risk',
  lang: 'en',
  passkeys: 0,
  passkey_required: false,
};

const NOTHING = { current_page: 1, data: [], last_page: 1, per_page: 1, total: 0 };

const NO_TOTAL = { value: '0', change: null };

/** Answers a queue that the test does not answer. */
function answerEmpty<P extends GetPath>(path: P, reply: ReplyOf<P>): void {
  if (!server.answers(path)) server.reply(path, reply);
}

/** Takes every call of an operator who is logged in, with the smallest reply; for tests without a page. */
export function openServer(): void {
  server.otherwise('empty');
  setToken('token-of-operator');
}

/** Opens a page of the console as an operator whose queues are empty unless the test answers them. */
export function openConsole(path: PagePath, operator: Operator = RISK): UserEvent {
  server.reply('console/me', operator);
  answerEmpty('console/approvals', NOTHING);
  answerEmpty('console/verifications', NOTHING);
  answerEmpty('console/cases', { ...NOTHING, counts: { active: 0, mine: 0 } });
  answerEmpty('console/vouchers', NOTHING);
  answerEmpty('console/withdrawals', NOTHING);
  answerEmpty('console/fiat_orders', NOTHING);
  answerEmpty('console/fiat_disputes', NOTHING);
  answerEmpty('console/fiat_exceptions', NOTHING);
  answerEmpty('console/traders', NOTHING);
  answerEmpty('console/unfreeze_requests', NOTHING);
  answerEmpty('console/support_inbox', { ...NOTHING, counts: { waiting: 0, active: 0, mine: 0 } });
  answerEmpty('console/chat_messages', NOTHING);
  answerEmpty('console/nft_artists', NOTHING);
  answerEmpty('console/nft_artworks', NOTHING);
  answerEmpty('console/nft_reports', NOTHING);
  answerEmpty('console/daily_figures', {
    at_ms: 0,
    days: [],
    pending: 0,
    unvalued: [],
    totals: {
      volume: NO_TOTAL,
      fees: NO_TOTAL,
      registrations: NO_TOTAL,
      active_users: NO_TOTAL,
      deposits: NO_TOTAL,
      withdrawals: NO_TOTAL,
    },
  });
  setToken('token-of-operator');
  router.history.push(path);
  // Without antd's style sheets: jsdom matches every rule for each computed style, and no test reads one.
  render(
    <StrictMode>
      <ConfigProvider theme={{ zeroRuntime: true }}>
        <Console />
      </ConfigProvider>
    </StrictMode>,
  );
  return userEvent.setup();
}

/** The drawer or dialog of a title; antd gives all of them the same id in tests, so that names do not distinguish them. */
export async function dialogNamed(title: string): Promise<HTMLElement> {
  const dialogs = await screen.findAllByRole('dialog');
  const found = dialogs.find((dialog) => dialog.textContent?.startsWith(title));
  if (!found) throw new Error(`no dialog ${title}`);
  return found;
}

/** Pastes a text into the field of a label inside of a part: one input event, where typing draws the form for each letter. */
export async function fillIn(user: UserEvent, part: HTMLElement, label: string, text: string): Promise<void> {
  await user.click(within(part).getByLabelText(label));
  await user.paste(text);
}
