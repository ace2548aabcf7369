import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

/** Only the app itself may import its list of addresses. */
const source = readFileSync(join(import.meta.dirname, '../apps/web/src/lib/paths.ts'), 'utf8');
const PATHS = [...source.matchAll(/^  '(\/[^']*)',$/gm)].map(([, path = '']) => path);
/** Titles of error screens. */
const AMISS = '.lucide-compass, .lucide-zap-off, .lucide-cloud-off';

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
      await expect(phone.main(), `${path} in ${language}`).not.toContainText(
        /on its way|under construction/i,
      );
      expect(complaints, `${path} in ${language}`).toEqual([]);
    }
  });
}

test('every tile of the home screen leads to an address of the app', async () => {
  const tiles = await call<readonly { path: string }[]>('menu', {}, { method: 'GET' });
  expect(tiles.length).toBeGreaterThan(20);
  for (const { path } of tiles) expect(PATHS).toContain(path.split('?', 1)[0]);
});
