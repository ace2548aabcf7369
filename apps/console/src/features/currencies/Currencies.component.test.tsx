import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Currency = ReplyOf<'console/currencies'>[number];
type Method = ReplyOf<'console/deposit_methods'>[number];
type Route = ReplyOf<'console/withdrawal_routes'>[number];

const NEVER = { version: 0, asked_by: null, approved_by: null, changed_ms: null };
const usage = (code: string, name: Currency['uses'][number]['use'], stopped = false) => ({
  ...{ use: name, subject: `${code}/${name}`, stopped, reason: stopped ? 'a leak' : '' },
});
const currency = (code: string, more: Partial<Currency> = {}): Currency => ({
  ...{ currency_id: 3, code, title: 'Tether', kind: 'coin', decimals: 6, display_decimals: 2 },
  ...{ logo: '/logos/usdt', enabled: true, users_own: '1234567.5', markets: ['BTC/USDT'] },
  uses: [
    usage(code, 'deposit'),
    usage(code, 'withdrawal', true),
    usage(code, 'send'),
    usage(code, 'convert'),
  ],
  price: null,
  ...NEVER,
  ...more,
});
const METHOD: Method = {
  ...{ currency_id: 3, code: 'USDT', network: 'ethereum', network_name: 'Ethereum', real: true },
  ...{ connected: true, standard: 'erc20', contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  ...{
    token_decimals: 6,
    minimum: '5',
    confirmations: 32,
    confirmations_min: 12,
    stopped: false,
    stopped_here: false,
  },
  ...NEVER,
};
const ROUTE: Route = {
  ...{ type: 0, currency_id: 3, code: 'USDT', network: 'ethereum', title: 'Ethereum (ERC20)', fee: '4' },
  ...{ minimum: '20', connected: true, stopped: false, stopped_here: false, signer: 'agrees', ...NEVER },
};

const EXPLORER: ReplyOf<'console/explorers'>[number] = {
  ...{ network: 'ethereum', link: 'https://etherscan.io/tx/{tx}', ...NEVER },
};

function openPage(role: 'risk' | 'support' = 'risk'): UserEvent {
  server.reply('console/currencies', [
    currency('USDT', { version: 4, asked_by: 'ada', approved_by: 'rita', changed_ms: 1_795_000_000_000 }),
    currency('USD', { currency_id: 21, title: 'US dollar', kind: 'fiat', uses: [] }),
  ]);
  return openConsole('/currencies', { ...RISK, role });
}
async function openNetworks(
  role: 'risk' | 'support' = 'risk',
  route: Partial<Route> = {},
): Promise<UserEvent> {
  const user = openPage(role);
  server
    .reply('console/deposit_methods', [METHOD])
    .reply('console/withdrawal_routes', [{ ...ROUTE, ...route }])
    .reply('console/explorers', [EXPLORER]);
  await user.click(await screen.findByRole('tab', { name: 'Networks' }));
  await screen.findByText('Ethereum (ERC20)');
  return user;
}
const sectionOf = (name: string): HTMLElement => screen.getByRole('region', { name });
async function typeInto(user: UserEvent, dialog: HTMLElement, label: string, text: string): Promise<void> {
  const field = within(dialog).getByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

test('a currency shows what users own and what is stopped; one person stops a use at once', async () => {
  const user = openPage();
  server.reply('console/stop', 'ok');
  await user.click(await screen.findByText('Tether'));
  const drawer = await dialogNamed('USDT: Tether');
  within(drawer).getByText(/^4, requested by ada, approved by rita, 20\d\d-/u);
  within(drawer).getByText('a leak');
  await user.click(within(drawer).getAllByRole('button', { name: 'Stop' })[0] ?? expect.fail('no button'));
  const dialog = await dialogNamed('Stop deposits of USDT');
  within(dialog).getByText(/wait, uncredited, until deposits start again/u);
  await user.type(within(dialog).getByLabelText('Reason'), 'the issuer was hacked');
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(server.sent('console/stop')).toEqual([
      { target: 'currency', subject: 'USDT/deposit', reason: 'the issuer was hacked', level: 'halt' },
    ]),
  );
});

test('a stopped use is started by a request to a second person', async () => {
  const user = openPage();
  server.refuse('console/resume', 'no_change', 'Nothing would change.');
  await user.click(await screen.findByText('Tether'));
  const drawer = await dialogNamed('USDT: Tether');
  await user.click(within(drawer).getByRole('button', { name: 'Start' }));
  const dialog = await dialogNamed('Start withdrawals of USDT');
  await user.type(within(dialog).getByLabelText('Reason'), 'it is over');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('Nothing would change.');
  expect(server.sent('console/resume')).toEqual([
    { target: 'currency', subject: 'USDT/withdrawal', reason: 'it is over' },
  ]);
});

test('a change sends what differs with the version, and never more decimals than the scale', async () => {
  const user = openPage();
  server.refuse('console/currency_change', 'approval_stale', 'This request is out of date.');
  await user.click(await screen.findByText('Tether'));
  await user.click(within(await dialogNamed('USDT: Tether')).getByRole('button', { name: 'Change' }));
  const dialog = await dialogNamed('Change USDT');
  await typeInto(user, dialog, 'Decimals shown', '7');
  await within(dialog).findByText('A whole number, at most 6');
  await typeInto(user, dialog, 'Decimals shown', '4');
  await user.type(within(dialog).getByLabelText('Reason'), 'finer lists');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('This request is out of date.');
  expect(server.sent('console/currency_change')).toEqual([
    { currency_id: 3, version: 4, display_decimals: '4', reason: 'finer lists' },
  ]);
});

test('a new currency names its market only where one is opened; a taken symbol is said at its field', async () => {
  const user = openPage();
  server.refuse('console/currency_add', 'currency_code_taken', 'USDT is taken.');
  await user.click(await screen.findByRole('button', { name: 'Add a currency' }));
  const dialog = await dialogNamed('Add a currency');
  await user.type(within(dialog).getByLabelText('Symbol'), 'usdt');
  await within(dialog).findByText('Two to ten capital letters and digits');
  await typeInto(user, dialog, 'Symbol', 'USDT');
  await user.type(within(dialog).getByLabelText('Name'), 'Tether');
  await user.click(within(dialog).getByRole('switch'));
  await user.click(within(dialog).getByLabelText('Quote currency'));
  await user.click(await screen.findByTitle('USDT'));
  for (const [label, text] of [
    ['Price step', '0.01'],
    ['Quantity step', '0.1'],
    ['Minimum order', '5'],
    ['First index', '2'],
  ] as const)
    await user.type(within(dialog).getByLabelText(label), text);
  await user.type(within(dialog).getByLabelText('Reason'), 'asked for by many');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('USDT is taken.');
  expect(server.sent('console/currency_add')).toEqual([
    {
      ...{ code: 'USDT', title: 'Tether', kind: 'coin', decimals: '8', display_decimals: '4' },
      ...{ quote_currency: 3, tick: '0.01', lot: '0.1', min_notional: '5', reference_price: '2' },
      reason: 'asked for by many',
    },
  ]);
});

test('terms of deposits stay within the bounds of their chain', async () => {
  const user = await openNetworks();
  server.refuse('console/deposit_method_change', 'approval_stale', 'This request is out of date.');
  await user.click(within(sectionOf('Deposits')).getByRole('button', { name: 'Change' }));
  const dialog = await dialogNamed('Change deposits of USDT on Ethereum');
  await typeInto(user, dialog, 'Confirmations', '11');
  await within(dialog).findByText('A whole number from 12 to 500');
  await typeInto(user, dialog, 'Confirmations', '20');
  await user.type(within(dialog).getByLabelText('Reason'), 'faster');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('This request is out of date.');
  expect(server.sent('console/deposit_method_change')).toEqual([
    { currency_id: 3, network: 'ethereum', version: 0, confirmations: '20', reason: 'faster' },
  ]);
});

test('a fee above half of the minimum is said at its field; the signer that refuses is shown', async () => {
  const user = await openNetworks('risk', { signer: 'no_contract' });
  screen.getByText('no contract');
  server.refuse('console/withdrawal_route_change', 'approval_stale', 'This request is out of date.');
  await user.click(within(sectionOf('Withdrawals')).getByRole('button', { name: 'Change' }));
  const dialog = await dialogNamed('Change withdrawals of USDT');
  await typeInto(user, dialog, 'Fee', '10.5');
  await within(dialog).findByText('At most half of the minimum');
  await typeInto(user, dialog, 'Fee', '3');
  await user.type(within(dialog).getByLabelText('Reason'), 'gas is cheaper');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('This request is out of date.');
  expect(server.sent('console/withdrawal_route_change')).toEqual([
    { type: 0, currency_id: 3, network: 'ethereum', version: 0, fee: '3', reason: 'gas is cheaper' },
  ]);
});

test('what is stopped everywhere is not started here, what is stopped here is', async () => {
  const user = openPage();
  const row = { ...METHOD, stopped: true };
  server
    .reply('console/deposit_methods', [
      row,
      { ...row, network: 'tron', network_name: 'Tron', stopped_here: true },
    ])
    .reply('console/withdrawal_routes', [])
    .reply('console/explorers', []);
  await user.click(await screen.findByRole('tab', { name: 'Networks' }));
  const rowOf = (name: RegExp) => screen.getByRole('row', { name });
  await screen.findByText('stopped everywhere');
  within(rowOf(/Ethereum/u)).getByRole('button', { name: 'Stop' });
  within(rowOf(/Tron/u)).getByRole('button', { name: 'Start' });
});

test('a block explorer is an https address with the transaction once', async () => {
  const user = await openNetworks();
  server.refuse('console/explorer_change', 'approval_stale', 'This request is out of date.');
  await user.click(within(sectionOf('Block explorers')).getByRole('button', { name: 'Change' }));
  const dialog = await dialogNamed('Change the block explorer of Ethereum');
  const field = within(dialog).getByLabelText('Link of a transaction');
  await user.clear(field);
  await user.click(field);
  await user.paste('http://explorer.example/tx');
  await within(dialog).findByText('An https address with {tx} in the place of the transaction');
  await user.clear(field);
  await user.paste('https://explorer.example/tx/{tx}');
  await user.type(within(dialog).getByLabelText('Reason'), 'the other one is away');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('This request is out of date.');
  expect(server.sent('console/explorer_change')).toEqual([
    {
      ...{ network: 'ethereum', version: 0, link: 'https://explorer.example/tx/{tx}' },
      reason: 'the other one is away',
    },
  ]);
});

test('support looks and stops, and changes nothing', async () => {
  await openNetworks('support');
  for (const name of ['Change', 'Add a currency', 'Add a token', 'Add withdrawals'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(2);
});

test('a list that cannot be read says so and offers a retry; an empty one says that it is empty', async () => {
  server
    .refuse('console/currencies', 'unavailable', 'The service is away.')
    .reply('console/deposit_methods', [])
    .reply('console/withdrawal_routes', [])
    .reply('console/explorers', []);
  const user = openConsole('/currencies', RISK);
  await screen.findByText('The service is away.');
  screen.getByRole('button', { name: 'Try again' });
  await user.click(screen.getByRole('tab', { name: 'Networks' }));
  await screen.findByText('No deposits: no account key is configured');
  screen.getByText('No withdrawals');
});

const BOOK_PRICE = {
  ...{ symbol: 'NEWC/USDT', origin: 'book' as const, version: 3, index: '1.25', stale: false, sources: [] },
};

test('a price source is asked for with its names and the version of the market; a refused name stays in the form', async () => {
  const user = openPage();
  server.reply('console/currencies', [
    currency('NEWC', { currency_id: 90, title: 'New coin', price: BOOK_PRICE }),
  ]);
  server.refuse('console/price_source_change', 'value_invalid', 'This value is out of bounds.');
  await user.click(await screen.findByText('New coin'));
  const drawer = await dialogNamed('NEWC: New coin');
  const part = within(drawer).getByRole('region', { name: 'Price' });
  within(part).getByText('its own order book; no value outside of its market');
  await user.click(within(part).getByRole('button', { name: 'Change' }));
  const dialog = await dialogNamed('Price source of NEWC');
  await user.type(within(dialog).getByLabelText('Reason'), 'listed elsewhere');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('Nothing differs: change a value first.');
  await typeInto(user, dialog, 'Binance', 'newcusdt');
  await within(dialog).findByText('Capital letters, digits, and . / -');
  await typeInto(user, dialog, 'Binance', 'NEWCUSDT');
  await typeInto(user, dialog, 'Kraken', 'NEWC/USDT');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await within(dialog).findByText('This value is out of bounds.');
  expect(within(dialog).getByLabelText('Kraken')).toHaveProperty('value', 'NEWC/USDT');
  expect(server.sent('console/price_source_change')).toEqual([
    {
      ...{ currency_id: 90, version: 3, binance: 'NEWCUSDT', kraken: 'NEWC/USDT' },
      reason: 'listed elsewhere',
    },
  ]);
});

test('quotes of added sources are shown, a stale index says so, and the sources of the release have no button', async () => {
  const user = openPage();
  const sources = [
    { source: 'binance' as const, product: 'NEWCUSDT', quote: '1.2501' },
    { source: 'kraken' as const, product: 'NEWC/USDT', quote: null },
  ];
  server.reply('console/currencies', [
    currency('NEWC', {
      ...{ currency_id: 90, title: 'New coin' },
      price: { ...BOOK_PRICE, origin: 'sources', stale: true, sources },
    }),
    currency('BTC', {
      ...{ currency_id: 1, title: 'Bitcoin' },
      price: { ...BOOK_PRICE, symbol: 'BTC/USDT', origin: 'release' },
    }),
  ]);
  await user.click(await screen.findByText('New coin'));
  const drawer = await dialogNamed('NEWC: New coin');
  const part = within(drawer).getByRole('region', { name: 'Price' });
  within(part).getByText('stale');
  within(part).getByText('1.2501');
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByText('Bitcoin'));
  const bitcoin = within(await dialogNamed('BTC: Bitcoin')).getByRole('region', { name: 'Price' });
  expect(within(bitcoin).queryByRole('button', { name: 'Change' })).toBeNull();
});
