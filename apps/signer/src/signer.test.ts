import { mkdtempSync, readFileSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signerFromSeed } from '@karat/platform/crypto';
import { amount } from '@karat/money';
import { seededRandom } from '@karat/platform/random';
import {
  SigningUnavailable,
  approvalText,
  createSigningClient,
  timedApprovalText,
} from '@karat/platform/signing';
import type { PaymentFacts, SignRequest, Signed, TimedApproval } from '@karat/platform/signing';
import { bitcoinNetwork, keyAt, tronNetwork } from '@karat/platform/chains';
import { Transaction } from '@scure/btc-signer';
import { recoverTransactionAddress } from 'viem';
import { decodeFunctionData, parseAbi, parseTransaction } from 'viem/utils';
import { afterAll, describe, expect, test } from 'vitest';
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
const all = mkdtempSync(join(tmpdir(), 'karat-signer-'));
afterAll(() => rmSync(all, { recursive: true }));
const directory = (): string => mkdtempSync(join(all, 'one-'));
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
    chainId?: number;
    approvals?: number;
    by?: readonly string[];
  } = {},
): SignRequest {
  const unsigned = {
    payment,
    digest: 'a'.repeat(64),
    approvals: more.approvals ?? 1,
    by: more.by ?? ['risk'],
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
      chainId: more.chainId ?? 1,
      nonce: more.nonce ?? payment.id,
      gas: more.gas ?? '60000',
      decimals: more.decimals ?? 6,
      maxFeePerGas: more.fee ?? '1000',
      maxPriorityFeePerGas: '10',
      contract: more.contract ?? USDT,
    },
  };
}

const bitcoinPayee = keyAt(Buffer.alloc(64, 4), bitcoinNetwork('regtest'), 'deposits', 0).address;
const bitcoinPayment = (id: number): PaymentFacts =>
  paymentOf(id, { currency: 1, network: 'bitcoin', payee: bitcoinPayee, number: '0.5', fee: '0.0002' });
/** A Bitcoin payment of 49,980,000 satoshi from outputs of `units` each. */
function bitcoinRequest(
  id: number,
  { attempt = 1, txids = ['ab'], units = '100000000', fee = '2000' }: BitcoinChanges = {},
): SignRequest {
  const output = { vout: 0, units, account: 'deposits', chain: 0, index: 3 } as const;
  const inputs = txids.map((txid) => ({ txid: txid.repeat(32), ...output }));
  const { approval } = requestOf(bitcoinPayment(id));
  return { attempt, approval, terms: { family: 'bitcoin', variant: 'regtest', inputs, fee } };
}
interface BitcoinChanges {
  readonly attempt?: number;
  readonly txids?: readonly string[];
  readonly units?: string;
  readonly fee?: string;
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
    payments.set(5, bitcoinPayment(5));
    const ask = (fee: string): SignRequest => bitcoinRequest(5, { fee });
    await expect(signer.sign(ask('600000'))).rejects.toThrow(refusal('network_fee'));
    await expect(signer.sign(ask('90000000'))).rejects.toThrow(refusal('inputs'));
    const { raw, change } = await signer.sign(ask('2000'));
    const read = Transaction.fromRaw(Buffer.from(raw, 'hex'));
    expect([read.getOutput(0).amount, read.getOutput(1).amount]).toEqual([49_980_000n, 50_018_000n]);
    expect(change).toMatchObject({ vout: 1, units: '50018000' });
    // A higher fee may replace it (BIP125).
    expect(read.getInput(0).sequence).toBe(0xfffffffd);
  });

  test('on Bitcoin what is too little for change is part of the fee and of its limit', async () => {
    const { signer, payments } = open();
    for (const id of [5, 6]) payments.set(id, bitcoinPayment(id));
    // 546 satoshi are left: dust.
    const ask = (fee: number): SignRequest =>
      bitcoinRequest(5, { fee: String(fee), units: String(49_980_000 + fee + 546) });
    await expect(signer.sign(ask(499_455))).rejects.toThrow(refusal('network_fee'));
    const { raw, change } = await signer.sign(ask(499_454));
    expect(change).toBeUndefined();
    expect(Transaction.fromRaw(Buffer.from(raw, 'hex')).outputsLength).toBe(1);
    const more = bitcoinRequest(6, { txids: ['cd'], units: String(49_980_000 + 2_000 + 547) });
    expect((await signer.sign(more)).change).toMatchObject({ units: '547' });
  });

  test('on Bitcoin spends other inputs only if two operators gave the last transaction up', async () => {
    const { signer, payments, state } = open();
    payments.set(5, bitcoinPayment(5));
    const ask = (attempt: number, txid: string, fee = '2000'): SignRequest =>
      bitcoinRequest(5, { attempt, txids: [txid], fee });
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

  test('on Bitcoin has at most five signatures of the same inputs, and fifteen in all', async () => {
    const { signer, payments, state } = open();
    payments.set(5, bitcoinPayment(5));
    const ask = (attempt: number, txid: string): Promise<Signed> =>
      signer.sign(bitcoinRequest(5, { attempt, txids: [txid], fee: String(2_000 + attempt) }));
    for (const [round, txid] of ['ab', 'cd', 'ef'].entries()) {
      const attempts = [1, 2, 3, 4, 5].map((each) => 5 * round + each);
      for (const attempt of attempts) state.givenUp = [(await ask(attempt, txid)).txid];
      await expect(ask(5 * round + 6, txid)).rejects.toThrow(refusal('attempt'));
    }
    await expect(ask(16, '12')).rejects.toThrow(refusal('attempt'));
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
    const others: Partial<PaymentFacts>[] = [
      { payee: USDT },
      { currency: 45 },
      { network: 'tron' },
      { number: '100.000001' },
      { fee: '3' },
      { type: 1 },
    ];
    for (const other of others) {
      payments.set(2, paymentOf(2, other));
      await expect(sign(paymentOf(2)), JSON.stringify(other)).rejects.toThrow(refusal('approval_differs'));
    }
    state.held = '99';
    await expect(sign(paymentOf(3))).rejects.toThrow(refusal('not_held'));
    state.held = undefined;
    state.state = 'cancelled';
    await expect(sign(paymentOf(4))).rejects.toThrow(refusal('approval_state'));
    state.state = 'signing';
    state.approvals = 2;
    await expect(sign(paymentOf(5))).rejects.toThrow(refusal('approval_people'));
  });

  test('is what fewer people approved than it needs', async () => {
    const { sign, state } = open();
    state.approvals = 2;
    state.pairs = 1;
    const two = { approvals: 2, by: ['risk', 'admin'] };
    await expect(sign(paymentOf(1), { ...two, by: ['risk'] })).rejects.toThrow(refusal('approval_people'));
    state.pairs = 0;
    await expect(sign(paymentOf(1), two)).rejects.toThrow(refusal('approval_people'));
    state.pairs = 1;
    expect((await sign(paymentOf(1), two)).txid).toMatch(/^0x/);
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

  test('is not what another currency or a replacement has used of the limits of a day', async () => {
    const caps = { '3': { payment: amount('100'), day: amount('250') } };
    const usdc = { currency: 45, contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' };
    const limits = { perDay: 4, caps: { ...caps, '45': { payment: amount('100'), day: amount('100') } } };
    const { sign } = open(undefined, undefined, limits);
    await sign(paymentOf(1));
    for (const attempt of [2, 3]) await sign(paymentOf(1), { attempt, fee: String(1_000 * attempt) });
    await sign(paymentOf(2, { currency: usdc.currency }), { contract: usdc.contract });
    await sign(paymentOf(3));
    await expect(sign(paymentOf(4, { number: '50.000001' }))).rejects.toThrow(refusal('cap_day'));
    await sign(paymentOf(5, { number: '50' }));
    // Four payments are as many as a day may have; a replacement is none.
    await expect(sign(paymentOf(6, { number: '5' }))).rejects.toThrow(refusal('velocity'));
    await sign(paymentOf(3), { attempt: 2, fee: '2000' });
  });

  test('is a payee who is not on the list of the policy', async () => {
    const { sign } = open(undefined, undefined, { allowList: [PAYEE] });
    await expect(sign(paymentOf(1, { payee: USDT }))).rejects.toThrow(refusal('payee'));
    expect((await sign(paymentOf(2))).txid).toMatch(/^0x/);
  });

  test('is an unknown contract, an excessive fee, or another network', async () => {
    const { sign } = open();
    await expect(sign(paymentOf(1), { contract: PAYEE })).rejects.toThrow(refusal('contract'));
    await expect(sign(paymentOf(2), { fee: '1000000000000' })).rejects.toThrow(refusal('network_fee'));
    // 0.05 ETH are the most that a fee may be.
    await sign(paymentOf(4), { gas: '50000', fee: '1000000000000' });
    await expect(sign(paymentOf(5), { gas: '50001', fee: '1000000000000' })).rejects.toThrow(
      refusal('network_fee'),
    );
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
    const onAnother = { attempt: 2, nonce: 7, chainId: 31_337 };
    await expect(sign(paymentOf(1), onAnother)).rejects.toThrow(refusal('source_differs'));
    expect((await sign(paymentOf(1), { attempt: 2, nonce: 7, fee: '2000' })).txid).toMatch(/^0x/);
  });

  test('is one of several outputs that another payment spends', async () => {
    const { signer, payments } = open();
    for (const id of [5, 6]) payments.set(id, bitcoinPayment(id));
    await signer.sign(bitcoinRequest(5, { txids: ['ab', 'cd'] }));
    await expect(signer.sign(bitcoinRequest(6, { txids: ['cd', 'ef'] }))).rejects.toThrow(
      refusal('source_used'),
    );
    await signer.sign(bitcoinRequest(6, { txids: ['ef'] }));
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
    const text = readFileSync(before.path, 'utf8');
    writeFileSync(before.path, text.replace('"number":"100"', '"number":"999"'));
    expect(() => openJournal(before.path)).toThrow('does not fit');
    // Without its second line.
    writeFileSync(before.path, text.split('\n').toSpliced(1, 1).join('\n'));
    expect(() => openJournal(before.path)).toThrow('entry 2 of the journal does not fit');
  });
});

test('the keystore opens with its passphrase only, and contains nothing readable', () => {
  const stored = seal(seed, 'a long passphrase');
  expect(unseal(stored, 'a long passphrase')).toEqual(seed);
  expect(() => unseal(stored, 'a long passphrasf')).toThrow(KeystoreError);
  expect(JSON.stringify(stored)).not.toContain(seed.toString('hex').slice(0, 16));
}, 60_000);

/** A signer behind its socket, and clients of it; each names its messages from a seed. */
async function openSocket() {
  const { signer, now } = open();
  const socketPath = join(directory(), 'signer.sock');
  const secret = Buffer.alloc(32, 6);
  const server = await listen(signer, { socketPath, secret, now: () => now.at, log: () => undefined });
  const random = seededRandom('clients');
  const clientOf = (more: { skewMs?: number; secret?: Buffer; nonces?: string } = {}) =>
    createSigningClient({
      socketPath,
      secret: more.secret ?? secret,
      clock: { now: () => now.at + (more.skewMs ?? 0) },
      random: more.nonces === undefined ? random : seededRandom(more.nonces),
    });
  return { server, now, clientOf };
}

test('the socket accepts messages with the right MAC, once, and its client accepts replies of the signer only', async () => {
  const { server, now, clientOf } = await openSocket();
  const client = clientOf({ nonces: 'line' });
  expect((await client.status()).networks).toEqual(['bitcoin', 'ethereum', 'tron']);
  await expect(client.sign({ ...requestOf(paymentOf(1)), attempt: 0 })).rejects.toThrow('malformed');
  await expect(clientOf({ secret: Buffer.alloc(32, 7) }).status()).rejects.toThrow(SigningUnavailable);
  const replayed = () => clientOf({ nonces: 'line' }).status();
  await expect(replayed(), 'a nonce that was used').rejects.toThrow(SigningUnavailable);
  // A message from a clock that is ahead stays fresh for a minute, so its nonce is known as long.
  now.at += 60_000;
  await expect(replayed(), 'a nonce of a minute ago').rejects.toThrow(SigningUnavailable);
  await server.close();
});

test.each([
  [-30_001, false],
  [-30_000, true],
  [30_000, true],
  [30_001, false],
])('the socket takes a message from a clock that is %i ms ahead: %s', async (skewMs, isTaken) => {
  const { server, clientOf } = await openSocket();
  const status = clientOf({ skewMs }).status();
  if (isTaken) expect((await status).networks).toHaveLength(3);
  else await expect(status).rejects.toThrow(SigningUnavailable);
  await server.close();
});
