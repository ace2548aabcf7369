import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

/** Only the app itself may import its list of addresses. */
const source = readFileSync(join(import.meta.dirname, '../apps/web/src/lib/paths.ts'), 'utf8');
const PATHS = [...source.matchAll(/^  '(\/[^']*)',$/gm)].map(([, path = '']) => path);
/** Titles of error screens. */
const AMISS = '.lucide-compass, .lucide-zap-off, .lucide-cloud-off';

/** Text of the screen of a coming product. */
const PROMISE = 'It opens when it really works, and not before.';

/** Each language shows half of the addresses; other tests show the rest of the languages. */
for (const [half, language] of (['en', 'th'] as const).entries()) {
  test(`half of the addresses of the app show a screen, in ${language}`, async ({
    phone,
    complaints,
    reader,
  }) => {
    test.setTimeout(180_000);
    await phone.loginAs(reader);
    await phone.keep({ language });
    expect(PATHS.length).toBeGreaterThan(80);
    for (const path of PATHS.filter((_, index) => index % 2 === half)) {
      await phone.visit(path);
      await expect(phone.main(), `${path} in ${language}`).toHaveText(/\S[^]{10}/);
      await expect(phone.page.locator(AMISS), `${path} in ${language}`).toHaveCount(0);
      expect(complaints, `${path} in ${language}`).toEqual([]);
    }
  });
}

test('a tile is marked as coming exactly where its screen says so', async ({ phone, reader }) => {
  test.setTimeout(120_000);
  await phone.loginAs(reader);
  const tiles = await call<readonly { key: string; path: string; ready: boolean }[]>(
    'menu',
    {},
    { method: 'GET' },
  );
  const onItsWay = new Map<string, boolean>();
  const place = (path: string): string => path.split('?', 1)[0] ?? path;
  for (const path of new Set(tiles.map((tile) => place(tile.path)))) {
    await phone.visit(path);
    onItsWay.set(path, await phone.main().getByText(PROMISE).isVisible());
  }
  const named = (list: typeof tiles): readonly string[] => list.map(({ key }) => key);
  const notReady = tiles.filter(({ ready }) => !ready);
  expect(named(notReady)).not.toEqual([]);
  expect(named(notReady)).toEqual(named(tiles.filter(({ path }) => onItsWay.get(place(path)))));
});
