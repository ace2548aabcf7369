import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';
import { sessionOf } from './server/operators.ts';

/** The smaller of the two takers: markets trade on without it. */
const BOT = 'taker-2';

const wish = (paused: boolean) => ({ name: BOT, paused: String(paused), reason: 'After the test' });

test.afterEach(() => call('console/bot_pause', wish(false), { token: sessionOf('risk') }));

test('a bot is paused and goes on by those who may; others see it stand still and have no switch', async ({
  desk,
}) => {
  const [risk, support] = [await desk('risk'), await desk('support')];
  await risk.go('Bots');
  await support.go('Bots');
  await expect(support.row(BOT)).toContainText('running');
  await expect(support.page.getByRole('button', { name: /^(Pause|Resume)$/ })).toHaveCount(0);
  for (const role of ['support', 'finance'])
    await expect(call('console/bot_pause', wish(true), { token: sessionOf(role) })).rejects.toThrow();

  await risk.row(BOT).getByRole('button', { name: 'Pause' }).click();
  const form = risk.page.getByRole('dialog', { name: `Pause ${BOT}` });
  await form.getByRole('button', { name: 'Pause' }).click();
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Say it in at least three letters');
  await risk.say(`Pause ${BOT}`, 'It looks at old prices', 'Pause');
  await expect(risk.row(BOT)).toContainText('paused');
  await expect(support.row(BOT)).toContainText('paused');
  await expect(support.row('taker-1')).toContainText('running');

  await risk.row(BOT).getByRole('button', { name: 'Resume' }).click();
  await risk.say(`Resume ${BOT}`, 'Prices are fresh', 'Resume');
  await expect(risk.row(BOT)).toContainText('running');
  await expect(support.row(BOT)).toContainText('running');
});
