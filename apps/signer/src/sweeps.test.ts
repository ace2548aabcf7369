import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@karat/platform/clock';
import { evmNetwork, keyAt } from '@karat/platform/chains';
import { seededRandom } from '@karat/platform/random';
import { createSigningClient } from '@karat/platform/signing';
import type { SweepFacts, SweepRequest } from '@karat/platform/signing';
import { recoverTransactionAddress } from 'viem';
import { decodeFunctionData, parseAbi, parseTransaction } from 'viem/utils';
import { afterAll, describe, expect, test } from 'vitest';
import { openHashedLog, openJournal } from './journal.ts';
import { listen } from './listen.ts';
import { readPolicy } from './policy.ts';
import { createSigner } from './signer.ts';
import type { SweepEntry } from './sweeps.ts';

const seed = Buffer.alloc(64, 9);
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';
const DAY_MS = 24 * 60 * 60 * 1000;
const ETHER = 10n ** 18n;
const network = evmNetwork(1);
const refusal = (code: string): unknown => expect.objectContaining({ message: code });
const all = mkdtempSync(join(tmpdir(), 'karat-sweeps-'));
afterAll(() => rmSync(all, { recursive: true }));
const newPath = (): string => join(mkdtempSync(join(all, 'one-')), 'sweeps.log');

function open(path = newPath()) {
  const now = { at: 1_000_000 };
  const journal = openHashedLog<SweepEntry>(path);
  const signer = createSigner({
    seed,
    journal: openJournal(`${path}.payments`),
    sweepJournal: journal,
    policy: readPolicy('/nowhere'),
    bitcoin: 'regtest',
    now: () => now.at,
    approvalKey: () => Buffer.alloc(32),
    readApproved: async () => undefined,
  });
  return { signer, journal, path, now };
}

interface Changes {
  readonly attempt?: number;
  readonly units?: string;
  readonly sweep?: Partial<SweepFacts>;
  readonly terms?: Partial<SweepRequest['terms']>;
}

const collect = (
  id: number,
  { attempt = 1, units = '5000000', sweep = {}, terms = {} }: Changes = {},
): SweepRequest => ({
  attempt,
  units,
  sweep: { id, leg: 'collect', network: 'ethereum', index: 7, currency: 3, ...sweep },
  terms: {
    family: 'evm',
    chainId: 1,
    nonce: 0,
    gas: '60000',
    maxFeePerGas: '1000',
    maxPriorityFeePerGas: '10',
    contract: USDT,
    decimals: 6,
    ...terms,
  },
});

const gas = (
  id: number,
  { attempt = 1, units = '1000', sweep = {}, terms = {} }: Changes = {},
): SweepRequest => {
  const { contract: _, ...own } = collect(id).terms;
  return {
    attempt,
    units,
    sweep: { id, leg: 'gas', network: 'ethereum', index: 7, currency: 3, ...sweep },
    terms: { ...own, gas: '21000', decimals: 18, ...terms },
  };
};

type Raw = `0x02${string}`;
const sender = (raw: string): Promise<string> =>
  recoverTransactionAddress({ serializedTransaction: raw as Raw });

describe('signed', () => {
  test('is gas from the gas station to the deposit address of the number', async () => {
    const { signer } = open();
    const { raw } = await signer.signSweep(gas(1, { sweep: { index: 42 } }));
    expect(parseTransaction(raw as Raw)).toMatchObject({
      to: keyAt(seed, network, 'deposits', 42).address.toLowerCase(),
      value: 1_000n,
    });
    expect(await sender(raw)).toBe(signer.status().gasStations['ethereum']);
    expect(signer.status().gasStations['ethereum']).toBe(keyAt(seed, network, 'house', 0, 1).address);
  });

  test('is the collection of tokens from the deposit address to the payout address', async () => {
    const { signer } = open();
    const { raw } = await signer.signSweep(collect(1, { sweep: { index: 42 } }));
    const read = parseTransaction(raw as Raw);
    const abi = parseAbi(['function transfer(address to, uint256 amount)']);
    expect(read.to).toBe(USDT.toLowerCase());
    expect(decodeFunctionData({ abi, data: read.data ?? '0x' }).args).toEqual([
      signer.status().payoutAddresses['ethereum'],
      5_000_000n,
    ]);
    expect(await sender(raw)).toBe(keyAt(seed, network, 'deposits', 42).address);
  });

  test('is the collection of coins', async () => {
    const { signer } = open();
    const terms = { gas: '21000', decimals: 18 };
    const { contract: _, ...rest } = collect(1).terms;
    const { raw } = await signer.signSweep({
      ...collect(1, { sweep: { currency: 2 }, units: '77' }),
      terms: { ...rest, ...terms },
    });
    expect(parseTransaction(raw as Raw)).toMatchObject({
      to: signer.status().payoutAddresses['ethereum']?.toLowerCase(),
      value: 77n,
    });
  });

  test('stays the same for the same sweep, leg, nonce and attempt, also after a crash and with other terms', async () => {
    const before = open();
    const given = await before.signer.signSweep(collect(1));
    const changed = collect(1, { units: '9', terms: { maxFeePerGas: '5000' } });
    expect(await before.signer.signSweep(changed)).toEqual(given);
    const after = open(before.path);
    expect(await after.signer.signSweep(changed)).toEqual(given);
    expect(after.journal.entries).toHaveLength(1);
  });

  test('is one of a hundred equal requests at once', async () => {
    const { signer, journal } = open();
    const all = await Promise.all(Array.from({ length: 100 }, () => signer.signSweep(collect(1))));
    expect(new Set(all.map(({ txid }) => txid)).size).toBe(1);
    expect(journal.entries).toHaveLength(1);
  });

  test('is a replacement with the same nonce, five in all', async () => {
    const { signer } = open();
    for (const attempt of [1, 2, 3, 4, 5]) {
      const terms = { maxFeePerGas: String(1_000 * attempt) };
      await signer.signSweep(collect(1, { attempt, terms }));
    }
    await expect(signer.signSweep(collect(1, { attempt: 6 }))).rejects.toEqual(refusal('attempt'));
  });
});

describe('refused', () => {
  test('is another address, currency or network in a later leg of a sweep', async () => {
    const { signer } = open();
    await signer.signSweep(gas(1));
    for (const sweep of [{ index: 8 }, { currency: 45 }, { network: 'tron' }])
      await expect(signer.signSweep(collect(1, { sweep }))).rejects.toEqual(refusal('payload_differs'));
  });

  test('is a number that no address has', async () => {
    const { signer } = open();
    await expect(signer.signSweep(collect(1, { sweep: { index: 2 ** 31 } }))).rejects.toEqual(
      refusal('index'),
    );
  });

  test('is an amount of nothing, and more gas than one top-up may have', async () => {
    const { signer } = open();
    await expect(signer.signSweep(collect(1, { units: '0' }))).rejects.toEqual(refusal('amount'));
    const most = ETHER / 25n;
    await expect(signer.signSweep(gas(2, { units: String(most + 1n) }))).rejects.toEqual(
      refusal('gas_amount'),
    );
    await signer.signSweep(gas(2, { units: String(most) }));
  });

  test('is gas for one sweep more than three times', async () => {
    const { signer } = open();
    for (const nonce of [0, 1, 2]) await signer.signSweep(gas(1, { terms: { nonce } }));
    await expect(signer.signSweep(gas(1, { terms: { nonce: 3 } }))).rejects.toEqual(
      refusal('source_differs'),
    );
    const terms = { nonce: 2, maxFeePerGas: '2000' };
    await signer.signSweep(gas(1, { attempt: 2, terms }));
  });

  test('is gas for coins, which pay their own fee', async () => {
    const { signer } = open();
    await expect(signer.signSweep(gas(1, { sweep: { currency: 2 } }))).rejects.toEqual(refusal('currency'));
  });

  test.each([
    ['contract', collect(1, { terms: { contract: STRANGER } })],
    ['decimals', collect(1, { terms: { decimals: 18 } })],
    ['chain', collect(1, { terms: { chainId: 56 } })],
    ['network', collect(1, { sweep: { network: 'tron' } })],
    ['network_fee', collect(1, { terms: { maxFeePerGas: String(10n ** 12n) } })],
    ['network_fee', collect(1, { terms: { maxPriorityFeePerGas: '1001' } })],
    ['contract', gas(1, { terms: { contract: USDT } })],
    ['decimals', gas(1, { terms: { decimals: 6 } })],
  ])('is what its own policy does not have: %s', async (code, request) => {
    const { signer, journal } = open();
    await expect(signer.signSweep(request)).rejects.toEqual(refusal(code));
    expect(journal.entries).toHaveLength(0);
  });

  test('is a nonce that another sweep has, and a second collection of one', async () => {
    const { signer } = open();
    await signer.signSweep(collect(1));
    await expect(signer.signSweep(collect(2))).rejects.toEqual(refusal('source_used'));
    await expect(signer.signSweep(collect(1, { terms: { nonce: 1 } }))).rejects.toEqual(
      refusal('source_differs'),
    );
    await signer.signSweep(gas(3, { sweep: { index: 1 } }));
    await expect(signer.signSweep(gas(4, { sweep: { index: 2 } }))).rejects.toEqual(refusal('source_used'));
  });

  test('is more than the fees and the count of a day, which the next day has anew', async () => {
    const { signer, now } = open();
    // 0.02 ETH each, one ETH a day; a replacement may be the one that is paid.
    const terms = (nonce: number) => ({ nonce, maxFeePerGas: String(ETHER / 50n / 60_000n) });
    for (let id = 0; id < 10; id++)
      for (const attempt of [1, 2, 3, 4, 5])
        await signer.signSweep(collect(id, { attempt, terms: terms(id) }));
    const next = collect(50, { terms: terms(50) });
    await expect(signer.signSweep(next)).rejects.toEqual(refusal('fees_day'));
    now.at += DAY_MS;
    await signer.signSweep(next);
  });

  test('is more sweeps than a day may have', async () => {
    const { signer, journal } = open();
    const { perDay } = readPolicy('/nowhere').sweeps;
    const { signed } = { signed: await signer.signSweep(collect(0)) };
    for (let id = 1; id < perDay; id++)
      journal.append({ sweep: { ...collect(id).sweep, index: id + 100 }, attempt: 1, signed, at: 1_000_000 });
    await expect(signer.signSweep(collect(perDay, { terms: { nonce: 1 } }))).rejects.toEqual(
      refusal('velocity'),
    );
    const terms = { maxFeePerGas: '2000' };
    await signer.signSweep(collect(0, { attempt: 2, terms }));
  });
});

test('a request cannot name a destination: unknown fields are refused at the socket', async () => {
  const { signer, path } = open();
  const socketPath = join(path, '..', 'signer.sock');
  const secret = Buffer.alloc(32, 3);
  const listening = await listen(signer, {
    socketPath,
    secret,
    now: () => systemClock.now(),
    log: () => undefined,
  });
  const client = createSigningClient({
    socketPath,
    secret,
    clock: systemClock,
    random: seededRandom('sweeps'),
  });
  const named = { ...collect(1), sweep: { ...collect(1).sweep, to: STRANGER } };
  await expect(client.signSweep(named)).rejects.toThrow('malformed');
  expect(await client.signSweep(collect(1))).toMatchObject({ units: '5000000' });
  await listening.close();
});
