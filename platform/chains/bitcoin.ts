import { amount } from '@karat/money';
import * as z from 'zod';
import { addressOfScript, readBlock, readHeader, readTransaction } from './bitcoin-block.ts';
import type { BitcoinNetwork, ChainAsset } from './networks.ts';
import { ChainUnavailable } from './port.ts';
import type { BitcoinChain, BitcoinSender, Block, ChainReader, Transfer, Unspent } from './port.ts';
import { ask } from './request.ts';
import type { Endpoint } from './request.ts';
import { unitsOf } from './units.ts';

const DECIMALS = 8;
/** Satoshi per virtual byte: the minimum relay fee, and an upper limit against absurd estimates. */
const FEE_RATE = { min: 1, max: 1_000 } as const;
const BYTES_PER_KB = 1_000;

/** Bitcoin Core's error codes. */
const NOT_FOUND = -5;
const ALREADY_IN_CHAIN = -27;

/** Error reply of the node. */
class NodeError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});
/** Decimals stay text. */
const coins = z
  .union([z.number(), z.string()])
  .transform((value) => unitsOf(amount(String(value)), DECIMALS));
const output = z
  .object({
    bestblock: z.string(),
    confirmations: z.number(),
    value: coins,
    scriptPubKey: z.object({ hex: z.string() }),
  })
  .nullable();
const transactionAnswer = z.object({ blockhash: z.string().nullish(), confirmations: z.number().nullish() });
const hex = z.string().regex(/^([0-9a-f]{2})+$/);

type Rpc = <T>(shape: z.ZodType<T>, method: string, ...params: unknown[]) => Promise<T>;

/** JSON-RPC client of bitcoind. A malformed reply counts as unavailable. */
function rpcOf(endpoint: Endpoint): Rpc {
  return async (shape, method, ...params) => {
    const sent = await ask(endpoint, '', { jsonrpc: '1.0', id: method, method, params });
    const read = answer.safeParse(sent);
    if (!read.success) throw new ChainUnavailable(`${method}: an answer without sense`);
    const { error, result } = read.data;
    if (error) throw new NodeError(error.code, error.message);
    const value = shape.safeParse(result);
    if (!value.success) throw new ChainUnavailable(`${method}: an answer without sense`);
    return value.data;
  };
}

/** An unexpected error of the node counts as unavailable. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof NodeError)
      throw new ChainUnavailable(`the node says: ${failure.message.slice(0, 200)}`);
    if (failure instanceof RangeError) throw new ChainUnavailable(`bytes without sense: ${failure.message}`);
    throw failure;
  }
}

function readerOf(network: BitcoinNetwork, rpc: Rpc): ChainReader {
  const height = (): Promise<number> => orUnavailable(() => rpc(z.number().int().min(0), 'getblockcount'));
  return {
    height,
    async block(at): Promise<Block | undefined> {
      if (at > (await height())) return undefined;
      return orUnavailable(async () => {
        const hash = await rpc(z.string(), 'getblockhash', at);
        const header = readHeader(Buffer.from(await rpc(hex, 'getblockheader', hash, false), 'hex'));
        if (header.hash !== hash) throw new ChainUnavailable('a header that is not the block asked for');
        return { ...header, height: at };
      });
    },
    transfers: (block, watched) =>
      orUnavailable(async () => {
        const bytes = Buffer.from(await rpc(hex, 'getblock', block.hash, false), 'hex');
        if (readHeader(bytes).hash !== block.hash)
          throw new ChainUnavailable('a block that was not asked for');
        const found: Transfer[] = [];
        for (const { id, inputs, outputs } of readBlock(bytes)) {
          for (const [index, { script, units }] of outputs.entries()) {
            const to = addressOfScript(network, script);
            if (to === undefined || units === 0n || !watched.has(to)) continue;
            found.push({
              transaction: id,
              output: index,
              to,
              from: undefined,
              spends: inputs,
              asset: 'BTC',
              units,
            });
          }
        }
        return found;
      }),
  };
}

const isUnknown = (failure: unknown): boolean =>
  failure instanceof NodeError && (failure.code === NOT_FOUND || /not found/i.test(failure.message));

function senderOf(network: BitcoinNetwork, rpc: Rpc): BitcoinSender {
  const heightOf = async (hash: string): Promise<number> =>
    (await rpc(z.object({ height: z.number() }), 'getblockheader', hash, true)).height;
  return {
    feeRate: (blocks) =>
      orUnavailable(async () => {
        const shape = z.object({ feerate: z.union([z.number(), z.string()]).optional() });
        const { feerate } = await rpc(shape, 'estimatesmartfee', blocks);
        // A node without history has no estimate: use the minimum relay fee.
        if (feerate === undefined || Number(feerate) <= 0) return FEE_RATE.min;
        const perKb = Number(unitsOf(amount(String(feerate)), DECIMALS));
        return Math.min(FEE_RATE.max, Math.max(FEE_RATE.min, Math.ceil(perKb / BYTES_PER_KB)));
      }),
    unspent: (outputs) =>
      orUnavailable(async () => {
        const found: Unspent[] = [];
        for (const { transaction, output: index } of outputs) {
          const one = await rpc(output, 'gettxout', transaction, index, false);
          const address = one && addressOfScript(network, Buffer.from(one.scriptPubKey.hex, 'hex'));
          if (!one || address === undefined) continue;
          const { value: units, confirmations, bestblock: bestBlock } = one;
          found.push({ transaction, output: index, address: address ?? '', units, confirmations, bestBlock });
        }
        return found;
      }),
    spends: (id) =>
      orUnavailable(async () => {
        try {
          return readTransaction(Buffer.from(await rpc(hex, 'getrawtransaction', id, false), 'hex')).inputs;
        } catch (failure) {
          if (isUnknown(failure)) return undefined;
          throw failure;
        }
      }),
    broadcast: (raw) =>
      orUnavailable(async () => {
        const { id } = readTransaction(Buffer.from(raw, 'hex'));
        try {
          await rpc(z.string(), 'sendrawtransaction', raw);
        } catch (failure) {
          if (!(failure instanceof NodeError)) throw failure;
          const known = failure.code === ALREADY_IN_CHAIN || /already/i.test(failure.message);
          if (!known) throw failure;
        }
        return id;
      }),
    transaction: (id) =>
      orUnavailable(async () => {
        try {
          const { blockhash, confirmations } = await rpc(transactionAnswer, 'getrawtransaction', id, true);
          if (!blockhash || !confirmations || confirmations < 1) return { state: 'pending' };
          const height = await heightOf(blockhash);
          return {
            state: 'mined',
            height,
            blockHash: blockhash,
            confirmations,
            succeeded: true,
            fee: undefined,
          };
        } catch (failure) {
          if (isUnknown(failure)) return { state: 'unknown' };
          throw failure;
        }
      }),
  };
}

/**
 * Bitcoin over the JSON-RPC of bitcoind. `transaction` for transactions that are not in the node's wallet needs its
 * transaction index (`txindex=1`).
 */
export function connectBitcoin(network: BitcoinNetwork, endpoint: Endpoint): BitcoinChain {
  const rpc = rpcOf(endpoint);
  const assets: readonly ChainAsset[] = [
    { network: 'bitcoin', code: 'BTC', standard: 'native', contract: undefined, decimals: DECIMALS },
  ];
  return { network, assets, reader: readerOf(network, rpc), sender: senderOf(network, rpc) };
}
