import { contractFormula, optionFormula, ownerHash, readReceipt } from '@karat/evidence';
import type { Receipt, SignedReceipt } from '@karat/evidence';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { advance, factOf, fillIn, openApp, server, tap } from '../../testing/app.tsx';
import { USER } from '../../testing/fixtures.ts';
import {
  SALT,
  T0,
  UID,
  contractOrder,
  fileOf,
  optionOrder,
  receiptKey,
  settled,
  signed,
  simulated,
  strangerKey,
  tickKey,
} from '../../testing/receipt-fixtures.ts';

const HASH = 'a'.repeat(64);

beforeEach(() => server.reply('user/info', { ...USER, uid: UID }));

/** A settled option without its ticks, whose signature is not valid. */
const RECEIPT: AllReplies['proofs/mine'][number] = {
  receipt: {
    formula: { id: 'option/1', text: 'entry = the first tick' },
    issued: 1_795_800_817_275,
    kind: 'option',
    owner: HASH,
    subject: '1',
    type: 'karat-receipt',
    version: 1,
    order: { direction: 'up', stake: '1234.5', symbol: 'BTC/USDT' },
    result: { outcome: 'win' },
    ticks: [],
  },
  hash: HASH,
  key: '26fde16fbbf65aed',
  signature: 'AAAA',
  public_key: 'AAAA',
  salt: 'salt',
  uid: 1,
};

test('a receipt begins with the order and its result in plain words; what was signed is folded', async () => {
  server.reply('proofs/mine', [RECEIPT]).reply('proofs/keys', []);
  await openApp('/pages/proofs/verify?kind=option&subject=1');
  await screen.findByText('Order');
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.slice(0, 3)).toEqual(['Order', 'Result', 'What was checked']);
  const [order] = document.querySelectorAll<HTMLElement>('main section');
  if (!order) throw new Error('no order');
  expect(factOf(order, 'Direction')).toBe('Up');
  expect(factOf(order, 'Stake')).toBe('1,234.5');
  const signed = within(order).getByText('As signed').closest('details');
  expect([signed?.open, signed?.textContent.includes('stake1234.5')]).toEqual([false, true]);
});

afterEach(() => vi.useRealTimers());

const PROVED = 'Proved in your browser';
const PARTLY = 'No fault found, but some of it could not be checked yet';
const BAD = 'This receipt is not valid';
const CHECKS = [
  'Its number is the hash of its text',
  'The signature is valid',
  'It was signed with a published key',
  'Each tick has the hash of its content',
  'The published ticks are one signed chain',
  'It uses exactly the ticks that the rule names',
  'The rule gives this result',
  'It is about your account',
];

const won = settled(optionFormula, '17', optionOrder(10.3, 40.3));
const wireOf = ({ receipt, ...rest }: SignedReceipt): AllReplies['proofs/receipt'] => ({
  ...rest,
  receipt: {
    ...receipt,
    order: { ...receipt.order },
    result: { ...receipt.result },
    ticks: receipt.ticks.map((tick) => ({ ...tick })),
  },
});
const ownOf = (receipt: SignedReceipt, salt = SALT): AllReplies['proofs/mine'][number] => ({
  ...wireOf(receipt),
  salt,
  uid: UID,
});

const keyRow = (purpose: string, { id, publicKey }: typeof receiptKey) => ({
  id,
  purpose,
  algorithm: 'Ed25519' as const,
  public_key: publicKey,
  first_used_ms: T0 * 1000,
});
const KEYS = [keyRow('receipts', receiptKey), keyRow('index-ticks', tickKey)];

/** Publishes ticks as anyone can download them, after the answers of `server`; returns what was asked for. */
function publishTicks(answer: () => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://karat.test');
    if (url.pathname !== '/api/market/ticks') return server.fetch(address, init);
    asked.push(url.search);
    return answer();
  });
  return asked;
}
const published = (file = fileOf(simulated)) => publishTicks(() => new Response(file));

/** Opens the own receipts of option 17. */
async function openOwn(own: AllReplies['proofs/mine'], keys: AllReplies['proofs/keys'] = KEYS) {
  server.reply('proofs/mine', own).reply('proofs/keys', keys);
  return openApp('/pages/proofs/verify?kind=option&subject=17');
}

const verdict = async (): Promise<string | null> =>
  (await screen.findByText(/^(Proved in your|No fault found|This receipt is not valid)/)).textContent;
/** The checks in one state. */
const checksIn = (state: string): (string | null | undefined)[] =>
  [...document.querySelectorAll(`li[data-state=${state}]`)].map(
    (check) => check.querySelector('.text-base')?.textContent,
  );

test('a genuine receipt is proved by every check, with the ticks that its rule names', async () => {
  const asked = published();
  await openOwn([ownOf(signed(won))]);
  expect(await verdict()).toBe(PROVED);
  expect(checksIn('proved')).toEqual(CHECKS);
  expect(asked).toEqual([`?match_id=1&from=${T0 + 11}&to=${T0 + 40}`]);
  screen.getByText('Seconds option 17');
  screen.getByText('Simulated');
  expect(server.sent('proofs/mine')).toContainEqual({ kind: 'option', subject: '17' });
});

const changed = (receipt: SignedReceipt, more: Partial<SignedReceipt>): SignedReceipt => ({
  ...receipt,
  ...more,
});
const genuine = signed(won);
const other = signed(settled(optionFormula, '18', optionOrder(10.3, 40.3)));
const withResult = (more: Readonly<Record<string, string>>): Receipt => ({
  ...won,
  result: { ...won.result, ...more },
});

test.each([
  ['the signature of another receipt', changed(genuine, { signature: other.signature }), CHECKS[1]],
  ['a changed result', changed(genuine, { receipt: withResult({ returned: '999' }) }), CHECKS[0]],
  ['a changed result, signed', signed(withResult({ returned: '999' })), CHECKS[6]],
  ['a tick left out, signed', signed({ ...won, ticks: won.ticks.slice(0, -1) }), CHECKS[5]],
  ['a key that was never published', signed(won, strangerKey), CHECKS[2]],
  ['the key of the ticks', signed(won, tickKey), CHECKS[2]],
])('%s is not valid', async (_name, receipt, check) => {
  published();
  await openOwn([ownOf(receipt)]);
  expect(await verdict()).toBe(BAD);
  expect(checksIn('failed')).toContain(check);
  for (const failed of document.querySelectorAll('li[data-state=failed]'))
    expect(failed.querySelector('svg')?.classList.contains('lucide-x')).toBe(true);
});

test('a receipt about another account is not valid', async () => {
  published();
  await openOwn([ownOf(signed(won), 'f'.repeat(32))]);
  expect(await verdict()).toBe(BAD);
  expect(checksIn('failed')).toEqual(['It is about your account']);
});

test('a receipt about another account that comes with the UID of that account is not valid', async () => {
  published();
  await openOwn([{ ...ownOf(signed({ ...won, owner: ownerHash(SALT, UID + 1) })), uid: UID + 1 }]);
  expect(await verdict()).toBe(BAD);
  expect(checksIn('failed')).toEqual(['It is about your account']);
});

test('heads of the ticks under the key of receipts, or of a stranger, do not prove the ticks', async () => {
  published(fileOf(simulated, receiptKey));
  await openOwn([ownOf(signed(won))]);
  expect(await verdict()).toBe(BAD);
  expect(checksIn('failed')).toEqual(['The published ticks are one signed chain']);
});

test('without ticks or keys nothing is proved, and nothing is called wrong', async () => {
  publishTicks(() => new Response('', { status: 503 }));
  server.reply('proofs/mine', [ownOf(signed(won))]).loseAnswer('proofs/keys');
  await openApp('/pages/proofs/verify?kind=option&subject=17');
  expect(await verdict()).toBe(PARTLY);
  expect(checksIn('open')).toEqual([CHECKS[2], ...CHECKS.slice(4, 7)]);
});

test('ticks that are not signed yet are checked again, until they are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let file = fileOf(simulated)
    .split('\n')
    .filter((line) => !line.includes('"head"'))
    .join('\n');
  const asked = publishTicks(() => new Response(file));
  await openOwn([ownOf(signed(won))]);
  expect(await verdict()).toBe(PARTLY);
  screen.getByText('The last ticks are signed within a minute; this page checks again by itself.');
  file = fileOf(simulated);
  await advance(9_000);
  expect(asked).toHaveLength(1);
  await advance(1_000);
  await screen.findByText(PROVED);
  await advance(10_000);
  expect(asked).toHaveLength(2);
});

test('of several receipts of a position the newest is shown first, and another can be chosen', async () => {
  published();
  const at = (second: number, action: 'open' | 'close') => {
    const receipt = settled(contractFormula, `6:${second}`, contractOrder(second, action));
    return ownOf(signed({ ...receipt, issued: (T0 + second) * 1000 }));
  };
  const [opened, closed] = [at(20, 'open'), at(50, 'close')];
  const user = await openOwn([opened, closed]);
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    expect.stringMatching(/^Closed .*:50/),
    expect.stringMatching(/^Opened .*:20/),
  ]);
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true');
  const number = () => screen.getByText('Number').parentElement?.querySelector('dd')?.textContent;
  await verdict();
  expect(number()).toBe(closed.hash);
  await user.click(tabs[1] ?? document.body);
  await verdict();
  expect(number()).toBe(opened.hash);
});

test('own receipts that cannot be loaded can be loaded again', async () => {
  published();
  server.reply('proofs/keys', KEYS).refuse('proofs/mine', 'receipt_unknown', 'No such receipt');
  const user = await openApp('/pages/proofs/verify?kind=option&subject=17');
  await screen.findByText('No such receipt');
  server.reply('proofs/mine', [ownOf(signed(won))]);
  await tap(user, 'Try again');
  expect(await verdict()).toBe(PROVED);
  expect(screen.queryByText('No such receipt')).toBeNull();
});

test('a pasted receipt, with or without the envelope of its call, is verified without an owner', async () => {
  published();
  server.reply('proofs/keys', KEYS);
  const user = await openApp('/pages/proofs/verify');
  await fillIn(user, 'Receipt or its number', JSON.stringify({ message: signed(won) }));
  await tap(user, 'Check');
  expect(await verdict()).toBe(PROVED);
  expect(checksIn('proved')).toEqual(CHECKS.slice(0, 7));
});

test('a number, alone or in an address, fetches its receipt', async () => {
  published();
  server.reply('proofs/keys', KEYS).reply('proofs/receipt', wireOf(genuine));
  const user = await openApp(`/pages/proofs/verify?hash=${genuine.hash}`);
  expect(await verdict()).toBe(PROVED);
  await user.click(screen.getByText('Check another receipt'));
  await fillIn(user, 'Receipt or its number', ` ${genuine.hash}\n`);
  await tap(user, 'Check');
  await screen.findByText(PROVED);
  await fillIn(
    user,
    'Receipt or its number',
    ` https://karat.test/#/pages/proofs/verify?x=1&hash=${genuine.hash}\n`,
  );
  await tap(user, 'Check');
  await screen.findByText(PROVED);
  expect(server.sent('proofs/receipt').at(-1)).toEqual({ hash: genuine.hash });
});

test('what is no receipt is named, and a later input replaces it', async () => {
  published();
  server.reply('proofs/keys', KEYS);
  const user = await openApp('/pages/proofs/verify');
  await fillIn(user, 'Receipt or its number', JSON.stringify({ ...genuine, hash: 'abc' }));
  await tap(user, 'Check');
  await screen.findByText('This is not a receipt: hash cannot be read.');
  fireEvent.change(screen.getByLabelText('Open a file'), {
    target: { files: [new File([JSON.stringify(genuine)], 'receipt.json')] },
  });
  expect(await verdict()).toBe(PROVED);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the slower of two requests does not replace the later one', async () => {
  const asked = published();
  server.reply('proofs/keys', KEYS).reply('proofs/receipt', wireOf(genuine));
  const slow = server.hold('proofs/receipt');
  const user = await openApp(`/pages/proofs/verify?hash=${genuine.hash}`);
  await user.click(await screen.findByText('Check another receipt'));
  fireEvent.change(screen.getByLabelText('Open a file'), {
    target: { files: [new File([JSON.stringify(other)], 'receipt.json')] },
  });
  await verdict();
  const before = asked.length;
  slow.release();
  // Its ticks are downloaded last of all that it needs; a download after that is later than its verdict.
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  for (let download = 0; download < 3; download += 1)
    await act(async () => void (await (await fetch('/api/market/ticks')).text()));
  screen.getByText('Seconds option 18');
  expect(screen.queryByText('Seconds option 17')).toBeNull();
});

test('a saved receipt is complete: it can be verified from its file', async () => {
  published();
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:receipt';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const user = await openOwn([ownOf(genuine)]);
  await verdict();
  await tap(user, 'Save the receipt');
  expect(readReceipt((await files[0]?.text()) ?? '')).toEqual(genuine);
  vi.restoreAllMocks();
});
