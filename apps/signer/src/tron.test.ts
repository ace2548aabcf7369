import { keyAt, tronBytes, tronId, tronNetwork, tronRaw, tronTransferData } from '@karat/platform/chains';
import type { PaymentFacts, TronTerms } from '@karat/platform/signing';
import { recoverAddress } from 'viem/utils';
import { expect, test } from 'vitest';
import { readPolicy } from './policy.ts';
import { signTron } from './tron.ts';

const NOW = 1_773_182_854_600;
const seed = Buffer.alloc(64, 9);
const policy = readPolicy('/nowhere');
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const payee = keyAt(Buffer.alloc(64, 4), tronNetwork, 'deposits', 3).address;
const payment: PaymentFacts = {
  id: 1,
  type: 0,
  currency: 3,
  network: 'tron',
  payee,
  number: '100.5',
  fee: '1.5',
};
const terms: TronTerms = {
  family: 'tron',
  contract: USDT,
  decimals: 6,
  reference: { height: 70_000_000, hash: '12'.repeat(32) },
  expiration: 1_773_182_914_544,
  timestamp: 1_773_182_854_544,
  feeLimit: '30000000',
};
const refusal = (code: string): unknown => expect.objectContaining({ message: code });

test('is the approved payment less the fee, signed with the key of the payout address', async () => {
  const { txid, raw } = await signTron(seed, policy, payment, terms, NOW);
  const owner = keyAt(seed, tronNetwork, 'house', 0).address;
  const expected = tronRaw({
    ...terms,
    owner,
    data: tronTransferData(payee, 99_000_000n),
    feeLimit: BigInt(terms.feeLimit),
  });
  expect(txid).toBe(Buffer.from(tronId(expected)).toString('hex'));
  expect(raw).toContain(Buffer.from(expected).toString('hex'));
  const signer = await recoverAddress({ hash: `0x${txid}`, signature: `0x${raw.slice(-130)}` });
  // A Tron address is the version byte and the 20 bytes of the key's Ethereum address.
  expect(signer.toLowerCase().slice(2)).toBe(Buffer.from(tronBytes(owner)).toString('hex').slice(2));
});

test('is refused for another contract, other decimals, an excessive fee, a long validity or another network', async () => {
  const refused = async (
    code: string,
    more: Partial<TronTerms>,
    facts: Partial<PaymentFacts> = {},
  ): Promise<void> =>
    expect(
      signTron(seed, policy, { ...payment, ...facts }, { ...terms, ...more }, NOW),
      JSON.stringify({ ...more, ...facts }),
    ).rejects.toThrow(refusal(code));
  await refused('contract', { contract: payee });
  await refused('contract', {}, { currency: 45 });
  await refused('decimals', { decimals: 8 });
  await refused('network_fee', { feeLimit: '100000001' });
  await refused('expiration', { expiration: NOW });
  await refused('expiration', { expiration: NOW + 24 * 60 * 60 * 1000 + 1 });
  await refused('network', {}, { network: 'ethereum' });
  await refused('payee', {}, { payee: '0x52908400098527886E0F7030069857D2E4169EE7' });
  await expect(
    signTron(seed, policy, payment, { ...terms, feeLimit: '100000000' }, NOW),
  ).resolves.toBeDefined();
});
