import { randomUUID } from 'node:crypto';
import { expect, test } from './fixture.ts';

/** The smaller of the two takers: markets keep trading without it. */
const BOT = 'taker-2';

test('one operator pauses a bot at once and two resume it', async ({ desk }) => {
  const [risk, support, admin] = [await desk('risk'), await desk('support'), await desk('admin')];
  await risk.go('Bots');
  await support.go('Bots');
  await expect(support.row(BOT)).toContainText('running');

  await support.row(BOT).getByRole('button', { name: 'Pause' }).click();
  const form = support.page.getByRole('dialog', { name: `Pause ${BOT}` });
  await form.getByRole('button', { name: 'Pause' }).click();
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Say it in at least three letters');
  await support.say(`Pause ${BOT}`, 'It looks at old prices', 'Pause');
  await expect(support.row(BOT)).toContainText('paused');
  await expect(risk.row(BOT)).toContainText('paused');
  await expect(risk.row('taker-1')).toContainText('running');

  const reason = `Prices are fresh ${randomUUID().slice(0, 6)}`;
  await support.row(BOT).getByRole('button', { name: 'Resume' }).click();
  await support.say(`Resume ${BOT}`, reason);
  await expect(support.row(BOT)).toContainText('paused');
  await admin.approve(await admin.lookAt(reason));
  await expect(risk.row(BOT)).toContainText('running');
  await expect(support.row(BOT)).toContainText('running');
});
