import { randomUUID } from 'node:crypto';
import { expect, test } from './fixture.ts';
import { ConsolePages, atDesk } from './pages/console.ts';
import { serverUrl } from './server/api.ts';

/** Passkeys are bound to a domain, not to an IP address. */
const ORIGIN = serverUrl().replace('127.0.0.1', 'localhost');

test('an operator registers a passkey, logs in with it and signs in again with it', async ({ browser }) => {
  const context = await atDesk(browser, ORIGIN);
  const page = await context.newPage();
  const authenticator = await context.newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const support = await ConsolePages.before(page, 'support');
  await support.enter();
  const name = `Key ${randomUUID().slice(0, 6)}`;
  await support.go('Passkeys');
  await support.registerPasskey(name);

  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await support.enterByPasskey();
  await support.go('Passkeys');
  await support.removePasskey(name);
  await expect(page.getByText('No passkey yet')).toBeVisible();
  await context.close();
});
