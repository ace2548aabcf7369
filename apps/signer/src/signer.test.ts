import { mkdtempSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@karat/platform/clock';
import { signerFromSeed } from '@karat/platform/crypto';
import { seededRandom } from '@karat/platform/random';
import {
  SigningUnavailable,
  approvalText,
  createSigningClient,
  timedApprovalText,
} from '@karat/platform/signing';
import type { PaymentFacts, SignRequest, TimedApproval } from '@karat/platform/signing';
import { bitcoinNetwork, keyAt, tronNetwork } from '@karat/platform/chains';
import { Transaction } from '@scure/btc-signer';
import { recoverTransactionAddress } from 'viem';
import { decodeFunctionData, parseAbi, parseTransaction } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import type { ReadApproved } from './approved.ts';
import { openHashedLog, openJournal } from './journal.ts';
import { KeystoreError, seal, unseal } from './keystore.ts';
import { listen } from './listen.ts';
import { readPolicy } from './policy.ts';
import type { Policy } from './policy.ts';
import { createSigner } from './signer.ts';

const seed = Buffer.alloc(64, 9);
const approver = signerFromSeed(Buffer.alloc(32, 1));
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const directory = (): string => mkdtempSync(join(tmpdir(), 'karat-signer-'));
const refusal = (code: string): unknown => expect.objectContaining({ message: code });

const paymentOf = (id: number, more: Partial<PaymentFacts> = {}): PaymentFacts => ({
  id,
  type: 0,
  currency: 3,
  network: 'ethereum',
  payee: PAYEE,
  number: '100',
  fee: '4',
  ...more,
});

function requestOf(
  payment: PaymentFacts,
  more: {
    attempt?: number;
    nonce?: number;
    fee?: string;
    contract?: string;
    gas?: string;
    decimals?: number;
    /** Undefined: as approvals were before they had a time. */
    notBefore?: number | null;
  } = {},
): SignRequest {
  const unsigned = {
    payment,
    digest: 'a'.repeat(64),
    approvals: 1,
    by: ['risk'],
    at: 1,
    key: approver.keyId,
  };
  const signed = (text: string): string => approver.sign(Buffer.from(text)).toString('hex');
  const { notBefore } = more;
  const timed =
    notBefore === undefined
      ? {}
      : { timed: { notBefore, signature: signed(timedApprovalText(unsigned, notBefore)) } };
  return {
    attempt: more.attempt ?? 1,
    approval: { ...unsigned, signature: signed(approvalText(unsigned)), ...timed },
    terms: {
      family: 'evm',
      chainId: 1,
      nonce: more.nonce ?? payment.id,
      gas: more.gas ?? '60000',
      decimals: more.decimals ?? 6,
      maxFeePerGas: more.fee ?? '1000',
      maxPriorityFeePerGas: '10',
      contract: more.contract ?? USDT,
    },
  };
}

/** The rows of ledger and approvals; a test may change what the signer reads. */
function rowsOf() {
  const state = {
    ...{ state: 'signing', held: undefined as string | undefined, pairs: 0, approvals: 1 },
    givenUp: [] as string[],
    timed: null as TimedApproval | null,
  };
  const payments = new Map<number, PaymentFacts>();
  const read: ReadApproved = async (id) => {
    const payment = payments.get(id);
    if (payment === undefined) return undefined;
    const row = { ...payment, digest: 'a'.repeat(64), held: state.held ?? payment.number };
    const { pairs, approvals, givenUp, timed } = state;
    return { ...row, state: state.state, pairs, approvals, givenUp, timed };
  };
  return { state, payments, read };
}

function open(
  path = join(directory(), 'journal.log'),
  now = { at: 1_000_000 },
  limits: Partial<Policy> = {},
) {
  const rows = rowsOf();
  const journal = openJournal(path);
  const signer = createSigner({
    seed,
    journal,
    sweepJournal: openHashedLog(`${path}.sweeps`),
    policy: { ...readPolicy('/nowhere'), ...limits },
    bitcoin: 'regtest',
    now: () => now.at,
    approvalKey: () => approver.publicKey,
    readApproved: rows.read,
  });
  const sign = (payment: PaymentFacts, more: Parameters<typeof requestOf>[1] = {}) => {
    if (!rows.payments.has(payment.id)) rows.payments.set(payment.id, payment);
    return signer.sign(requestOf(payment, more));
  };
  return { ...rows, signer, sign, journal, path, now };
}

describe('signed', () => {
  test('is the approved payment less the house fee, from the payout address', async () => {
    const { sign, signer } = open();
    const { raw } = await sign(paymentOf(1));
    const read = parseTransaction(raw as `0x02${string}`);
    expect(read).toMatchObject({ chainId: 1, nonce: 1, to: USDT.toLowerCase(), maxFeePerGas: 1000n });
    const abi = parseAbi(['function transfer(address to, uint256 amount)']);
    expect(decodeFunctionData({ abi, data: read.data ?? '0x' }).args).toEqual([PAYEE, 96_000_000n]);
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(
      signer.status().payoutAddresses['ethereum'],
    );
  });

  test('stays the same when the request is repeated with other terms', async () => {
    const { sign, journal } = open();
    const first = await sign(paymentOf(1));
    expect(await sign(paymentOf(1), { fee: '9999', nonce: 77 })).toEqual(first);
    expect(journal.entries).toHaveLength(1);
  });

  test('survives a crash after signing and before the reply', async () => {
    const before = open();
    const given = await before.sign(paymentOf(1));
    const after = open(before.path);
    expect(await after.sign(paymentOf(1))).toEqual(given);
    expect(after.journal.entries).toHaveLength(1);
  });

  test('on Bitcoin pays one output and returns the rest to the house account', async () => {
    const { signer, payments } = open();
    const network = bitcoinNetwork('regtest');
    const payee = keyAt(Buffer.alloc(64, 4), network, 'deposits', 0).address;
    const payment = paymentOf(5, { currency: 1, network: 'bitcoin', payee, number: '0.5', fee: '0.0002' });
    payments.set(5, payment);
    const input = { vout: 0, units: '100000000', account: 'deposits', chain: 0, index: 3 } as const;
    const { approval } = requestOf(payment);
    const inputs = [{ txid: 'ab'.repeat(32), ...input }];
    const ask = (fee: string): SignRequest => ({
      attempt: 1,
      approval,
      terms: { family: 'bitcoin', variant: 'regtest', inputs, fee },
    });
    await expect(signer.sign(ask('600000'))).rejects.toThrow(refusal('network_fee'));
    await expect(signer.sign(ask('90000000'))).rejects.toThrow(refusal('inputs'));
    const { raw, change } = await signer.sign(ask('2000'));
    const read = Transaction.fromRaw(Buffer.from(raw, 'hex'));
    expect([read.getOutput(0).amount, read.getOutput(1).amount]).toEqual([49_980_000n, 50_018_000n]);
    expect(change).toMatchObject({ vout: 1, units: '50018000' });
  });

  test('on Bitcoin spends other inputs only if two operators gave the last transaction up', async () => {
    const { signer, payments, state } = open();
    const payee = keyAt(Buffer.alloc(64, 4), bitcoinNetwork('regtest'), 'deposits', 0).address;
    const payment = paymentOf(5, { currency: 1, network: 'bitcoin', payee, number: '0.5', fee: '0.0002' });
    payments.set(5, payment);
    const { approval } = requestOf(payment);
    const ask = (attempt: number, txid: string, fee = '2000'): SignRequest => ({
      attempt,
      approval,
      terms: {
        family: 'bitcoin',
        variant: 'regtest',
        inputs: [
          { txid: txid.repeat(32), vout: 0, units: '100000000', account: 'deposits', chain: 0, index: 3 },
        ],
        fee,
      },
    });
    const first = await signer.sign(ask(1, 'ab'));
    const second = await signer.sign(ask(2, 'ab', '3000'));
    await expect(signer.sign(ask(3, 'cd'))).rejects.toThrow(refusal('source_differs'));
    state.givenUp = [first.txid];
    await expect(signer.sign(ask(3, 'cd'))).rejects.toThrow(refusal('source_differs'));
    state.givenUp = [second.txid];
    const third = await signer.sign(ask(3, 'cd'));
    expect(third.txid).not.toBe(second.txid);
    // What was given up is not taken up again.
    await expect(signer.sign(ask(4, 'ab'))).rejects.toThrow(refusal('source_differs'));
    state.givenUp = [second.txid, third.txid];
    await expect(signer.sign(ask(4, 'ab'))).rejects.toThrow(refusal('source_differs'));
    await signer.sign(ask(4, 'ef'));
  });
});

describe('refused', () => {
  test('is another payment under the same number', async () => {
    const { sign } = open();
    await sign(paymentOf(1));
    for (const more of [{ number: '101' }, { payee: USDT }, { fee: '3' }])
      await expect(sign(paymentOf(1, more)), JSON.stringify(more)).rejects.toThrow(
        refusal('payload_differs'),
      );
  });

  test('is anything that differs from the row that the signer reads itself', async () => {
    const { sign, payments, state } = open();
    payments.set(2, paymentOf(2, { payee: USDT }));
    await expect(sign(paymentOf(2))).rejects.toThrow(refusal('approval_differs'));
    payments.delete(3);
    state.held = '99';
    await expect(sign(paymentOf(3))).rejects.toThrow(refusal('not_held'));
    state.held = undefined;
    state.state = 'cancelled';
    await expect(sign(paymentOf(4))).rejects.toThrow(refusal('approval_state'));
    state.state = 'signing';
    state.approvals = 2;
    await expect(sign(paymentOf(5))).rejects.toThrow(refusal('approval_people'));
  });

  test('is a record with one changed character, or one by another key', async () => {
    const { signer, payments } = open();
    payments.set(1, paymentOf(1));
    const request = requestOf(paymentOf(1));
    const forged = { ...request, approval: { ...request.approval, by: ['admin'] } };
    await expect(signer.sign(forged)).rejects.toThrow(refusal('approval_signature'));
    const stranger = signerFromSeed(Buffer.alloc(32, 2)).sign(Buffer.from(approvalText(request.approval)));
    const other = { ...request, approval: { ...request.approval, signature: stranger.toString('hex') } };
    await expect(signer.sign(other)).rejects.toThrow(refusal('approval_signature'));
  });

  test('is a payment before its time, and paid from then on', async () => {
    const { sign, now } = open();
    const waiting = { notBefore: now.at + 1_000 };
    now.at += 999;
    await expect(sign(paymentOf(1), waiting)).rejects.toThrow(refusal('too_early'));
    now.at += 1;
    expect((await sign(paymentOf(1), waiting)).txid).toMatch(/^0x/);
    expect((await sign(paymentOf(2), { notBefore: null })).txid).toMatch(/^0x/);
  });

  test('is a time that was changed, signed by another key, or left out', async () => {
    const { signer, payments, state, now } = open();
    payments.set(1, paymentOf(1));
    const request = requestOf(paymentOf(1), { notBefore: now.at + 1_000 });
    const { timed, ...untimed } = request.approval;
    const asked = (changed: SignRequest['approval']) => signer.sign({ ...request, approval: changed });
    const text = Buffer.from(timedApprovalText(untimed, null));
    const stranger = signerFromSeed(Buffer.alloc(32, 2)).sign(text).toString('hex');
    for (const forged of [
      { notBefore: null, signature: timed?.signature ?? '' },
      { notBefore: null, signature: untimed.signature },
      { notBefore: null, signature: stranger },
    ])
      await expect(asked({ ...untimed, timed: forged })).rejects.toThrow(refusal('approval_signature'));
    state.timed = timed ?? null;
    await expect(asked(untimed)).rejects.toThrow(refusal('approval_differs'));
  });

  test('is an approval without a time that was made after the upgrade; earlier ones are paid', async () => {
    // The approvals here were made at 1.
    const before = open(undefined, undefined, { timedSince: 2 });
    expect((await before.sign(paymentOf(1))).txid).toMatch(/^0x/);
    const after = open(undefined, undefined, { timedSince: 1 });
    await expect(after.sign(paymentOf(1))).rejects.toThrow(refusal('approval_untimed'));
    expect((await after.sign(paymentOf(2), { notBefore: null })).txid).toMatch(/^0x/);
  });

  test('is more than the caps allow, for one payment, for a day and in number', async () => {
    const { sign, now } = open();
    await expect(sign(paymentOf(1, { number: '250000.000001' }))).rejects.toThrow(refusal('cap_payment'));
    for (const id of [11, 12, 13, 14]) await sign(paymentOf(id, { number: '250000' }));
    await expect(sign(paymentOf(15))).rejects.toThrow(refusal('cap_day'));
    now.at += 24 * 60 * 60 * 1000;
    await sign(paymentOf(15));
  });

  test('is an unknown contract, an excessive fee, or another network', async () => {
    const { sign } = open();
    await expect(sign(paymentOf(1), { contract: PAYEE })).rejects.toThrow(refusal('contract'));
    await expect(sign(paymentOf(2), { fee: '1000000000000' })).rejects.toThrow(refusal('network_fee'));
    await expect(sign(paymentOf(3, { network: 'tron' }))).rejects.toThrow(refusal('network'));
  });

  test('is a token with other decimals, which would be a multiple of the amount under the same cap', async () => {
    const { sign } = open();
    await expect(sign(paymentOf(1), { decimals: 8 })).rejects.toThrow(refusal('decimals'));
  });

  test('is a second payment with the same nonce, or a replacement with another', async () => {
    const { sign } = open();
    await sign(paymentOf(1), { nonce: 7 });
    await expect(sign(paymentOf(2), { nonce: 7 })).rejects.toThrow(refusal('source_used'));
    await expect(sign(paymentOf(1), { attempt: 2, nonce: 8 })).rejects.toThrow(refusal('source_differs'));
    await expect(sign(paymentOf(1), { attempt: 3, nonce: 7 })).rejects.toThrow(refusal('attempt'));
    expect((await sign(paymentOf(1), { attempt: 2, nonce: 7, fee: '2000' })).txid).toMatch(/^0x/);
  });
});

describe('on Tron', () => {
  const payee = keyAt(Buffer.alloc(64, 4), tronNetwork, 'deposits', 3).address;
  /** A signer with two approved payments of the same amount to the same address. */
  function openTron() {
    const { signer, payments, now } = open();
    const ask = (id: number, attempt: number, timestamp: number): SignRequest => {
      const payment = paymentOf(id, { network: 'tron', payee });
      payments.set(id, payment);
      return {
        attempt,
        approval: requestOf(payment).approval,
        terms: {
          family: 'tron',
          contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
          decimals: 6,
          reference: { height: 70, hash: '12'.repeat(32) },
          expiration: now.at + 60_000,
          timestamp,
          feeLimit: '30000000',
        },
      };
    };
    return { signer, ask };
  }

  test('a payment is signed once: a second transaction of it could be mined as well', async () => {
    const { signer, ask } = openTron();
    const first = await signer.sign(ask(6, 1, 1_000));
    expect(await signer.sign(ask(6, 1, 500_000)), 'the same attempt with later terms').toEqual(first);
    await expect(signer.sign(ask(6, 2, 500_000))).rejects.toThrow(refusal('source_differs'));
  });

  test('two payments never share a transaction', async () => {
    const { signer, ask } = openTron();
    const first = await signer.sign(ask(6, 1, 1_000));
    await expect(signer.sign(ask(7, 1, 1_000))).rejects.toThrow(refusal('source_used'));
    expect((await signer.sign(ask(7, 1, 1_001))).txid).not.toBe(first.txid);
  });
});

describe('signature journal', () => {
  test('cuts off an incomplete last line, and refuses to open when a line was changed', async () => {
    const before = open();
    await before.sign(paymentOf(1));
    await before.sign(paymentOf(2));
    appendFileSync(before.path, 'abc {"payment":');
    const after = open(before.path);
    expect(after.journal.entries).toHaveLength(2);
    await after.sign(paymentOf(3));
    expect(openJournal(before.path).entries).toHaveLength(3);
    writeFileSync(before.path, readFileSync(before.path, 'utf8').replace('"number":"100"', '"number":"999"'));
    expect(() => openJournal(before.path)).toThrow('does not fit');
  });
});

test('the keystore opens with its passphrase only, and contains nothing readable', () => {
  const stored = seal(seed, 'a long passphrase');
  expect(unseal(stored, 'a long passphrase')).toEqual(seed);
  expect(() => unseal(stored, 'a long passphrasf')).toThrow(KeystoreError);
  expect(JSON.stringify(stored)).not.toContain(seed.toString('hex').slice(0, 16));
}, 60_000);

test('the socket accepts messages with the right MAC, once, and its client accepts replies of the signer only', async () => {
  const { signer } = open();
  const socketPath = join(directory(), 'signer.sock');
  const secret = Buffer.alloc(32, 6);
  const server = await listen(signer, {
    socketPath,
    secret,
    now: () => systemClock.now(),
    log: () => undefined,
  });
  const random = seededRandom('line');
  const client = createSigningClient({ socketPath, secret, clock: systemClock, random });
  expect((await client.status()).networks).toEqual(['bitcoin', 'ethereum', 'tron']);
  await expect(client.sign({ ...requestOf(paymentOf(1)), attempt: 0 })).rejects.toThrow('malformed');
  const stranger = createSigningClient({
    socketPath,
    secret: Buffer.alloc(32, 7),
    clock: systemClock,
    random,
  });
  await expect(stranger.status()).rejects.toThrow(SigningUnavailable);
  const replaying = createSigningClient({
    socketPath,
    secret,
    clock: systemClock,
    random: seededRandom('line'),
  });
  await expect(replaying.status(), 'a nonce that was used').rejects.toThrow(SigningUnavailable);
  const late = createSigningClient({
    socketPath,
    secret,
    clock: { now: () => systemClock.now() - 60_000 },
    random,
  });
  await expect(late.status()).rejects.toThrow(SigningUnavailable);
  await server.close();
});
