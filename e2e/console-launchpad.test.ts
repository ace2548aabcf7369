import { randomUUID } from 'node:crypto';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';
import { sessionOf } from './server/operators.ts';

/** Its listing opens no market, and no other test plans one for it. */
const TOKEN = 'MAREA';
const TITLE = `Spot market of ${TOKEN} from the listing on`;

interface Market {
  readonly symbol: string;
  readonly tick: string;
  readonly lot: string;
  readonly min_notional: string;
  readonly reference_price: string;
}
interface Projects {
  readonly data: readonly { readonly currency_name: string; readonly market: Market | null }[];
}

/** The market that is planned for the project, as the API says. */
async function plannedMarket(): Promise<Market | null | undefined> {
  const { data } = await call<Projects>(
    'console/projects',
    { page: 1, limit: 100 },
    { token: sessionOf('risk'), method: 'GET' },
  );
  return data.find(({ currency_name: name }) => name === TOKEN)?.market;
}

test('an operator plans the market of a listing; wrong steps stay in the form, and nothing changes before a second approval', async ({
  desk,
}) => {
  const risk = await desk('risk');
  await risk.go('Subscriptions');
  const row = risk.row(TOKEN);
  await row.getByRole('button', { name: 'Market' }).click();
  const form = risk.page.getByRole('dialog', { name: TITLE });
  const ask = form.getByRole('button', { name: 'Ask for approval' });
  const [tick, lot, reference] = [
    form.getByLabel('Price step'),
    form.getByLabel('Quantity step'),
    form.getByLabel('First index'),
  ];
  const reason = `The pair of the listing ${randomUUID().slice(0, 6)}`;
  await form.getByLabel('Reason').fill(reason);
  await risk.choose(form, 'Traded against', 'USDT');

  await tick.fill('0');
  await ask.click();
  await expect(tick).toHaveAccessibleDescription(/^A decimal number above zero/);
  await tick.fill('0.03');
  await lot.fill('0.01');
  const refused = risk.page.waitForResponse((response) => response.url().endsWith('console/project_market'));
  await ask.click();
  await refused;
  await expect(form.locator('.ant-alert')).toBeVisible();
  expect(await plannedMarket()).toBeNull();

  await tick.fill('0.00001');
  await lot.fill('10');
  await form.getByLabel('Minimum order value').fill('2');
  await reference.fill('0.006');
  await expect(form.getByRole('list', { name: 'What changes' })).toContainText('Traded against');
  await ask.click();
  await expect(form).toBeHidden();
  expect(await plannedMarket()).toBeNull();

  const admin = await desk('admin');
  const request = await admin.lookAt(reason);
  for (const text of [`${TOKEN}/USDT`, '0.00001', '0.006']) await expect(request).toContainText(text);
  await admin.approve(request);
  expect(await plannedMarket()).toMatchObject({
    symbol: `${TOKEN}/USDT`,
    tick: '0.00001',
    lot: '10',
    min_notional: '2',
    reference_price: '0.006',
  });
  await expect(row).toContainText(`${TOKEN}/USDT`);

  await row.getByRole('button', { name: 'Market' }).click();
  await expect(tick).toHaveValue('0.00001');
  await expect(reference).toHaveValue('0.006');
});
