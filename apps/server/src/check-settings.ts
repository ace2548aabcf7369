import { readSecret } from '@karat/platform/crypto';
import { isSafeWebhook } from '@karat/platform/sms';
import { checkChains } from './chains.ts';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import { offersOf } from './container/fiat.ts';
import type { HostEnvironment } from './host-environment.ts';
import { liveSources } from './sources.ts';

/** Checks the values of settings in the way the server will use them, and refuses in one line. Starts nothing. */
export async function checkSettings(config: Config, machine: HostEnvironment): Promise<void> {
  const { chains, prices, secrets, sms } = config;
  if (secrets.signing !== undefined) readSecret('KARAT_SIGNING_KEY', secrets.signing);
  if (secrets.hash !== undefined) readSecret('KARAT_HASH_KEY', secrets.hash);
  for (const key of secrets.acceptedHash) readSecret('KARAT_ACCEPTED_HASH_KEYS', key);
  if (secrets.push !== undefined) readSecret('KARAT_PUSH_KEY', secrets.push);
  if (secrets.signerMac !== undefined) readSecret('KARAT_SIGNER_LINE_KEY', secrets.signerMac);
  if (sms.webhookUrl !== undefined && !isSafeWebhook(sms.webhookUrl))
    throw new ConfigError('KARAT_SMS_URL must be https, except for an address of this machine.');
  if (prices === 'live') liveSources(config, machine);
  checkChains(chains);
  await offersOf(config);
}
