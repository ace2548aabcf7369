import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

/** Only the app itself may import its list of addresses. */
const source = readFileSync(join(import.meta.dirname, '../apps/web/src/lib/paths.ts'), 'utf8');
const PATHS = [...source.matchAll(/^  '(\/[^']*)',$/gm)].map(([, path = '']) => path);
/** Icon of a screen whose address names nothing. */
const MISSING = '.lucide-compass';
/** Titles of error screens. */
const AMISS = '.lucide-zap-off, .lucide-cloud-off, .lucide-server-crash';
/** Screens of one thing, which say that it is missing when the address does not name it. */
const OF_ONE = [
  '/pages/common/loan',
  '/pages/copytrade/trader',
  '/pages/follow/follow',
  '/pages/follow/trader',
  '/pages/fund/withdraw_detail',
  '/pages/ieo/subscribe',
  '/pages/invest/purchase',
  '/pages/nft/artistDetail',
  '/pages/nft/artworkDetail',
  '/pages/nft/artworkDetail_video',
  '/pages/nft/myNft',
  '/pages/nft/purchase',
  '/pages/nft/purchase_one',
  '/pages/nft/resell',
];

/** Each test shows a part of the addresses, in one of two languages; other tests show the rest of the languages. */
const PARTS = ['en', 'th', 'en', 'th'] as const;

for (const [part, language] of PARTS.entries()) {
  test(`the addresses of the app show a screen: part ${part + 1}, in ${language}`, async ({
    phone,
    complaints,
    reader,
  }) => {
    await phone.loginAs(reader);
    await phone.keep({ language });
    expect(PATHS.length).toBeGreaterThan(80);
    const missing: string[] = [];
    const paths = PATHS.filter((_, index) => index % PARTS.length === part);
    for (const path of paths) {
      await phone.visit(path);
      await expect(phone.main(), `${path} in ${language}`).toHaveText(/\S[^]{10}/);
      await expect(phone.page.locator(AMISS), `${path} in ${language}`).toHaveCount(0);
      await expect(phone.main(), `${path} in ${language}`).not.toContainText(
        /on its way|under construction/i,
      );
      expect(complaints, `${path} in ${language}`).toEqual([]);
      if ((await phone.page.locator(MISSING).count()) > 0) missing.push(path);
    }
    expect(missing.toSorted()).toEqual(paths.filter((path) => OF_ONE.includes(path)).toSorted());
  });
}

test('every tile of the home screen leads to an address of the app', async () => {
  const tiles = await call<readonly { path: string }[]>('menu', {}, { method: 'GET' });
  expect(tiles.length).toBeGreaterThan(20);
  for (const { path } of tiles) expect(PATHS).toContain(path.split('?', 1)[0]);
});
