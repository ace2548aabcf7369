import type { Lang } from '@karat/i18n';
import { expect, test } from './fixture.ts';
import type { Phone } from './pages/phone.ts';
import { call } from './server/api.ts';

/** One of these has the longest text in 98 of 100 cases: Korean and Chinese are shorter. */
const LONGEST = ['en', 'fra', 'spa', 'vn', 'th', 'jp'] as const satisfies readonly Lang[];

/** Screens of a visitor, of markets and of money. */
const MONEY = [
  '/',
  '/pages/market/market',
  '/pages/market/search',
  '/pages/market/stocks',
  '/pages/financial/index',
  '/pages/common/login',
  '/pages/common/register',
  '/pages/common/forget',
  '/pages/common/unfreeze',
  '/pages/fund/assets',
  '/pages/fund/select',
  '/pages/fund/receive',
  '/pages/fund/voucher',
  '/pages/fund/receive_withdraw_record',
  '/pages/fund/withdraw',
  '/pages/fund/withdraw_figures',
  '/pages/fund/transfer',
  '/pages/fund/fundTransfer',
  '/pages/setting/bill',
  '/pages/otc/otc',
] as const;

/** Screens of identity, settings and messages. */
const IDENTITY = [
  '/pages/setting/setting',
  '/pages/setting/userInfo',
  '/pages/setting/security',
  '/pages/setting/password',
  '/pages/setting/payPassword',
  '/pages/setting/authenticator',
  '/pages/setting/passkeys',
  '/pages/setting/devices',
  '/pages/setting/binding',
  '/pages/setting/antiPhishing',
  '/pages/setting/freeze',
  '/pages/setting/apiKeys',
  '/pages/setting/real',
  '/pages/setting/real_mark',
  '/pages/setting/wallet',
  '/pages/setting/addWallet',
  '/pages/setting/addReceiver',
  '/pages/setting/protection',
  '/pages/setting/bank',
  '/pages/setting/bank_edit',
  '/pages/setting/bank_international',
  '/pages/mailMessage/mailMessage',
  '/pages/mailMessage/mailMessageList',
] as const;

/** Trading screens with open and closed orders. */
const DESKS = [
  '/pages/transaction/index',
  '/pages/transaction/currency_order',
  '/pages/transaction/contract',
  '/pages/transaction/contract_order',
  '/pages/transaction/index2',
  '/pages/transaction/seconds_order',
] as const;

/** Screens of NFT, games, copy trading and loans; those of one thing follow from what is on sale. */
const PRODUCTS = [
  '/pages/nft/nft',
  '/pages/nft/components/artwork',
  '/pages/nft/components/artist',
  '/pages/nft/components/collection',
  '/pages/nft/myNft',
  '/pages/nft/mine',
  '/pages/game/game',
  '/pages/game/limits',
  '/pages/copytrade/copy',
  '/pages/copytrade/my',
  '/pages/common/borrowing',
  '/pages/common/repayment',
] as const;
interface Rows<Row> {
  readonly data: readonly Row[];
}

/** Screens of a trader, of a work at a fixed price and of an auction. */
async function productDetails(): Promise<string[]> {
  const get = { method: 'GET' } as const;
  const works = (payType: number) =>
    call<Rows<{ readonly code: string }>>(
      'bind_box/getBoxList',
      { pay_type: payType, status: 1, sort: 'price_up', page: 1, limit: 1 },
      get,
    );
  const traders = await call<Rows<{ readonly id: number }>>('follow/index', {}, get);
  const codes = [...(await works(1)).data, ...(await works(2)).data].map(({ code }) => code);
  expect([traders.data.length > 0, codes.length]).toEqual([true, 2]);
  return [
    ...traders.data.slice(0, 1).map(({ id }) => `/pages/copytrade/trader?id=${id}`),
    ...codes.map((code) => `/pages/nft/artworkDetail?code=${code}`),
  ];
}

interface Look {
  readonly width: number;
  readonly text: '100%' | '200%';
}

const HEIGHT = 844;
/** A small phone, and a usual one with text twice as large. */
const SMALL: Look = { width: 320, text: '100%' };
const LARGE_TEXT: Look = { width: 390, text: '200%' };
/** Usual phones, which are tighter only where a screen shows them more. */
const USUAL: readonly Look[] = [
  { width: 360, text: '100%' },
  { width: 390, text: '100%' },
];

/** The looks to check, by width, from the end that the page has now: each change of the width lays it out anew. */
function looksFrom(phone: Phone, hasBreakpoints: boolean): readonly Look[] {
  const looks = [SMALL, ...(hasBreakpoints ? USUAL : []), LARGE_TEXT];
  return phone.page.viewportSize()?.width === SMALL.width ? looks : looks.toReversed();
}

/** The key of a text or an unfilled slot on the screen. */
const RAW = /\b[a-z]+_[a-z_]+\b|\{[a-z]+\}|undefined|\[object/;
const raw = async (phone: Phone): Promise<readonly string[]> =>
  RAW.exec(await phone.main().innerText()) ?? [];

/** Texts of the open screen that are raw or do not fit, in the languages, between which it is switched. */
async function misfitsHere(
  phone: Phone,
  screen: string,
  languages: readonly Lang[] = LONGEST,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const language of languages) {
    await phone.otherTabSelects(language);
    const where = `${screen} in ${language}`;
    for (const { width, text } of looksFrom(phone, await phone.hasBreakpoints())) {
      if (phone.page.viewportSize()?.width !== width)
        await phone.page.setViewportSize({ width, height: HEIGHT });
      // The smallest phone may show less.
      if (text === LARGE_TEXT.text) wrong.push(...(await raw(phone)).map((what) => `${where}: ${what}`));
      const found = await phone.misfits(text);
      wrong.push(...found.map((what) => `${where} at ${width} px, text at ${text}: ${what}`));
    }
  }
  return wrong;
}

/** The same of screens, each opened once. */
async function misfits(
  phone: Phone,
  screens: readonly string[],
  languages: readonly Lang[] = LONGEST,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const screen of screens) {
    await phone.visit(screen);
    wrong.push(...(await misfitsHere(phone, screen, languages)));
  }
  return wrong;
}

/** Screens are shared out among this many tests, so that workers divide them. */
const PARTS = 5;

for (const [name, screens] of Object.entries({ money: MONEY, identity: IDENTITY }))
  for (let part = 0; part < PARTS; part += 1)
    test(`every text of ${name} is there and fits a small phone and large letters: part ${part + 1}`, async ({
      phone,
      reader,
    }) => {
      await phone.loginAs(reader);
      expect(
        await misfits(
          phone,
          screens.filter((_, index) => index % PARTS === part),
        ),
      ).toEqual([]);
    });

test('orders, positions and options fit a small phone and large letters', async ({ phone, trader }) => {
  await phone.loginAs(trader);
  // One option is settled while the longer one is still open.
  for (const seconds of [30, 300])
    await call(
      'microtrade/submit',
      { match_id: 1, currency_id: 3, type: 1, seconds, number: '12.3456' },
      { token: trader.token },
    );
  await phone.open('/pages/transaction/index2');
  await expect(phone.page.getByRole('timer')).not.toHaveCount(0);
  expect(await misfits(phone, DESKS)).toEqual([]);
});

test('stops in percent and their prices fit a small phone and large letters', async ({ phone, trader }) => {
  await phone.loginAs(trader);
  await phone.visit('/pages/transaction/contract');
  const ticket = phone.page.getByRole('region', { name: 'Futures order' });
  await ticket.getByRole('checkbox', { name: 'TP/SL' }).click();
  await phone.select('TP/SL by', 'ROI %');
  await ticket.getByRole('textbox', { name: 'Take profit' }).fill('150');
  await ticket.getByRole('textbox', { name: 'Stop loss' }).fill('12.5');
  await expect(ticket.getByText('Short · SL')).toBeVisible();
  expect(await misfitsHere(phone, 'the ticket with stops')).toEqual([]);
  await phone.otherTabSelects('en');
  await phone.page.getByRole('button', { name: 'TP/SL', exact: true }).first().click();
  await expect(phone.page.getByRole('tab', { name: 'Change %' })).toBeVisible();
  expect(await misfitsHere(phone, 'the sheet of stops')).toEqual([]);
});

test('NFT, games, copy trading and loans fit in the languages with the longest texts', async ({ phone }) => {
  const token = await call<string>('user/login', {
    user_string: 'dana@demo.karat.example',
    password: 'karat-dana',
  });
  await phone.loginAs({ token });
  await phone.open('/');
  const screens = [...PRODUCTS, ...(await productDetails())];
  expect(await misfits(phone, screens, ['fra', 'spa', 'vn'])).toEqual([]);
});
