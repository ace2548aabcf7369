import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { Amount } from '@karat/money';
import { unitsOf } from '@karat/platform/chains';
import { readTransaction } from './tron-wire.ts';
import type { TronTransfer } from './tron-wire.ts';

/**
 * A chain with the HTTP API of a Tron full node, in this process: one token, transfers only, every block is final. It
 * reads transactions with a decoder of its own and refuses what a node of the network refuses: a wrong signature, an
 * unknown reference block, an expired or a known transaction. There is no Tron node that can be installed for a test.
 */

const base58check = createBase58check(sha256);
const BLOCK_MS = 3_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DECIMALS = 6;
const SUPPLY = 10n ** 15n;
const ENERGY = 64_285;
const ENERGY_FEE = 100;
const BANDWIDTH_FEE = 1_000;
const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Where the chain's own funds lie. */
const FUNDS = `41${'fe'.repeat(20)}`;
const WORD_HEX = 64;

interface Mined extends TronTransfer {
  readonly succeeded: boolean;
}
interface MinedBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly time: number;
  readonly transactions: readonly Mined[];
}

export interface TronTestChain {
  readonly url: string;
  /** Address of the token's contract. */
  readonly token: string;
  readonly decimals: number;
  /** Sends the token or TRX from the chain's own funds. */
  send(code: 'USDT' | 'TRX', to: string, value: Amount): Promise<void>;
  mine(blocks?: number): Promise<void>;
  /** Adds a block that is this much later than the last one. */
  advance(ms: number): Promise<void>;
  /** While false, blocks include no broadcast transaction. */
  includes: boolean;
  /** Transactions that were broadcast and accepted. */
  readonly accepted: readonly string[];
  stop(): Promise<void>;
}

const hexOf = (address: string): string => Buffer.from(base58check.decode(address)).toString('hex');
const wordOf = (hex: string): string => hex.slice(2).padStart(WORD_HEX, '0');

/** Balances, blocks and the rules that turn one into the other. */
class State {
  readonly blocks: MinedBlock[] = [];
  readonly tokens = new Map<string, bigint>([[FUNDS, SUPPLY]]);
  readonly coins = new Map<string, bigint>([[FUNDS, SUPPLY]]);
  waiting: TronTransfer[] = [];
  includes = true;
  private serial = 0;

  constructor(now: number) {
    this.add(now, []);
  }

  get head(): MinedBlock {
    const last = this.blocks.at(-1);
    if (last === undefined) throw new Error('no block');
    return last;
  }

  /** Adds a block with the given transactions, which run in turn. */
  add(time: number, transactions: readonly TronTransfer[]): void {
    const previous = this.blocks.at(-1);
    const height = (previous?.height ?? 70_000_000) + 1;
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(height));
    const rest = sha256(Buffer.from(`${height} ${time} ${transactions.length}`)).subarray(8);
    const hash = Buffer.concat([number, rest]).toString('hex');
    const mined = transactions.map((each) => ({ ...each, succeeded: this.run(each) }));
    this.blocks.push({ height, hash, parent: previous?.hash ?? '0'.repeat(64), time, transactions: mined });
  }

  next(ms = BLOCK_MS): void {
    const time = this.head.time + ms;
    const valid = this.includes ? this.waiting.filter(({ expiration }) => expiration > time) : [];
    if (this.includes) this.waiting = [];
    this.add(time, valid);
  }

  /** Moves tokens and burns the fee; false if the sender has too few. */
  private run({ from, to, units, fee }: TronTransfer): boolean {
    const held = this.tokens.get(from) ?? 0n;
    this.coins.set(from, (this.coins.get(from) ?? 0n) - fee);
    if (held < units) return false;
    this.tokens.set(from, held - units);
    this.tokens.set(to, (this.tokens.get(to) ?? 0n) + units);
    return true;
  }

  /** Sends from the chain's own funds in a block of its own. */
  fund(code: 'USDT' | 'TRX', to: string, units: bigint): void {
    this.serial += 1;
    const id = Buffer.from(sha256(Buffer.from(`fund ${this.serial}`))).toString('hex');
    if (code === 'TRX') this.coins.set(to, (this.coins.get(to) ?? 0n) + units);
    else
      this.add(this.head.time + BLOCK_MS, [
        {
          id,
          from: FUNDS,
          to,
          units,
          fee: 0n,
          expiration: 0,
          reference: { bytes: '', hash: '' },
          contract: '',
        },
      ]);
  }

  find(id: string): { readonly block: MinedBlock; readonly transaction: Mined } | undefined {
    for (const block of this.blocks) {
      const transaction = block.transactions.find((each) => each.id === id);
      if (transaction !== undefined) return { block, transaction };
    }
    return undefined;
  }

  /** Returns the code with which a node refuses a transaction; undefined if it is accepted. */
  objection(transfer: TronTransfer): string | undefined {
    const { reference, expiration, id } = transfer;
    const known = this.blocks.some(
      ({ hash }) => hash.slice(12, 16) === reference.bytes && hash.slice(16, 32) === reference.hash,
    );
    if (!known) return 'TAPOS_ERROR';
    if (expiration <= this.head.time || expiration > this.head.time + DAY_MS)
      return 'TRANSACTION_EXPIRATION_ERROR';
    if (transfer.contract !== hexOf(TOKEN)) return 'CONTRACT_VALIDATE_ERROR';
    if ((this.coins.get(transfer.from) ?? 0n) < transfer.fee) return 'BANDWITH_ERROR';
    return this.find(id) !== undefined || this.waiting.some((each) => each.id === id)
      ? 'DUP_TRANSACTION_ERROR'
      : undefined;
  }
}

const headerOf = ({ hash, height, parent, time }: MinedBlock) => ({
  blockID: hash,
  block_header: { raw_data: { number: height, parentHash: parent, timestamp: time } },
});
const infoOf = ({ height }: MinedBlock, { id, from, to, units, fee, succeeded }: Mined) => ({
  id,
  blockNumber: height,
  fee: Number(fee),
  receipt: { result: succeeded ? 'SUCCESS' : 'REVERT' },
  log: succeeded
    ? [
        {
          address: hexOf(TOKEN).slice(2),
          topics: [TRANSFER_TOPIC, wordOf(from), wordOf(to)],
          data: units.toString(16).padStart(WORD_HEX, '0'),
        },
      ]
    : [],
});

type Body = Readonly<Record<string, string | number | undefined>>;
const text = (body: Body, name: string): string => String(body[name] ?? '');

/** Runs `balanceOf`, or estimates `transfer`. */
function constantCall(state: State, body: Body): unknown {
  if (text(body, 'function_selector') === 'balanceOf(address)') {
    const units = state.tokens.get(`41${text(body, 'parameter').slice(-40)}`) ?? 0n;
    return { result: { result: true }, constant_result: [units.toString(16).padStart(WORD_HEX, '0')] };
  }
  const units = BigInt(`0x${text(body, 'data').slice(-WORD_HEX)}`);
  const fails = (state.tokens.get(text(body, 'owner_address')) ?? 0n) < units;
  return {
    result: { result: true },
    energy_used: ENERGY,
    transaction: { ret: [fails ? { ret: 'FAILED' } : {}] },
  };
}

function broadcast(state: State, accepted: string[], raw: string): unknown {
  const transfer = readTransaction(raw, BigInt(ENERGY * ENERGY_FEE));
  if (transfer === undefined) return { code: 'SIGERROR' };
  const code = state.objection(transfer);
  if (code !== undefined) return { code, txid: transfer.id };
  state.waiting.push(transfer);
  accepted.push(transfer.id);
  return { result: true, txid: transfer.id };
}

function answer(state: State, accepted: string[], path: string, body: Body): unknown {
  const height = Number(body['num']);
  const block = state.blocks.find((each) => each.height === height);
  const found = state.find(text(body, 'value'));
  switch (path.replace('/walletsolidity/', '').replace('/wallet/', '')) {
    case 'getnowblock':
      return headerOf(state.head);
    case 'getblockbynum':
      return block === undefined ? {} : headerOf(block);
    case 'gettransactioninfobyblocknum':
      return block?.transactions.map((each) => infoOf(block, each)) ?? [];
    case 'gettransactioninfobyid':
      return found === undefined ? {} : infoOf(found.block, found.transaction);
    case 'gettransactionbyid':
      return state.waiting.some(({ id }) => id === body['value']) ? { txID: body['value'] } : {};
    case 'triggerconstantcontract':
      return constantCall(state, body);
    case 'getaccount':
      return { balance: Number(state.coins.get(text(body, 'address')) ?? 0n) };
    case 'getchainparameters':
      return {
        chainParameter: [
          { key: 'getEnergyFee', value: ENERGY_FEE },
          { key: 'getTransactionFee', value: BANDWIDTH_FEE },
        ],
      };
    case 'broadcasthex':
      return broadcast(state, accepted, text(body, 'transaction'));
    default:
      return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString()) as Body;
}

/** Starts the chain with one block of the given time, unix ms. */
export async function startTron(now: number): Promise<TronTestChain> {
  const state = new State(now);
  const accepted: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const given = answer(state, accepted, request.url ?? '', body);
      response.statusCode = given === undefined ? 404 : 200;
      response.end(JSON.stringify(given ?? 'unknown'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    decimals: DECIMALS,
    accepted,
    get includes() {
      return state.includes;
    },
    set includes(value) {
      state.includes = value;
    },
    send: async (code, to, value) => state.fund(code, hexOf(to), unitsOf(value, DECIMALS)),
    mine: async (blocks = 1) => {
      for (let block = 0; block < blocks; block++) state.next();
    },
    advance: async (ms) => state.next(ms),
    stop: async () => {
      const gone = once(server, 'close');
      server.closeAllConnections();
      server.close();
      await gone;
    },
  };
}
