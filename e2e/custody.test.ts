import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';
import { slipEther } from './server/chain.ts';
import { sessionOf } from './server/operators.ts';
import { newPerson } from './server/people.ts';

const ETH = 2;
const EXTRA = 1_250_000_000_000_000_000n;
/** The node must report a new block, and the reader must read it. */
const COMPARED_MS = 60_000;

interface Network {
  readonly network: string;
  readonly payout_address: string;
}

// Payouts over this network wait meanwhile; no parallel test requests any.
test('a difference between chain and books halts payouts; two operators resume them with an explanation', async ({
  desk,
}) => {
  test.setTimeout(240_000);
  const { token } = await newPerson();
  const halted = async (): Promise<boolean | undefined> => {
    const { routes } = await call<{ routes: readonly { network: string; halted: boolean }[] }>(
      'wallet/get_info',
      { currency: ETH },
      { token },
    );
    return routes.find(({ network }) => network === 'ethereum')?.halted;
  };
  const networks = await call<readonly Network[]>(
    'console/withdrawal_networks',
    {},
    { token: sessionOf('finance'), method: 'GET' },
  );
  const { payout_address: house } = networks.find(({ network }) => network === 'ethereum') ?? {};
  expect(house).toMatch(/^0x[0-9a-f]{40}$/i);
  const finance = await desk('finance');
  const { page } = finance;
  await finance.go('Books and chains');
  const own = finance.row(/Ethereum.*answers/);
  const compared = finance.row(/Ethereum.*ETH/);
  const halt = page.getByRole('alert').filter({ hasText: 'Payouts on Ethereum' });
  await expect(own).toContainText('open');
  expect(await halted()).toBe(false);

  await slipEther(house ?? '', EXTRA);
  await expect(async () => {
    await own.getByRole('button', { name: 'Compare now' }).click();
    // Network fees have more decimals than the books: one of their units may be missing.
    await expect(halt).toContainText(/1\.2(?:5|49{8}) ETH on the chain beyond the books/, { timeout: 3_000 });
  }).toPass({ timeout: COMPARED_MS });
  await expect(compared).toContainText('differs');
  await expect(own).toContainText('halted');
  expect(await halted()).toBe(true);

  await slipEther(house ?? '', -EXTRA);
  await expect(async () => {
    await own.getByRole('button', { name: 'Compare now' }).click();
    await expect(compared).toContainText('agrees', { timeout: 3_000 });
  }).toPass({ timeout: COMPARED_MS });
  // Equal balances do not resume payouts: operators must explain the difference.
  await expect(halt).toBeVisible();
  await halt.getByRole('button', { name: 'Ask to lift' }).click();
  const reason = `The node was set back ${Date.now()}`;
  const form = page.getByRole('dialog', { name: /^Lift the halt/ });
  await form.getByLabel('What the difference was').fill(reason);
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(form).toBeHidden();
  expect(await halted()).toBe(true);

  const admin = await desk('admin');
  const request = await admin.lookAt(reason);
  await expect(request).toContainText('1.25 ETH on the chain beyond the books');
  await admin.approve(request);
  await expect(halt).toHaveCount(0);
  await expect(own).toContainText('open');
  expect(await halted()).toBe(false);
});
