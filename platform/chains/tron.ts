import * as z from 'zod';
import type { ChainAsset } from './networks.ts';
import { tronNetwork } from './networks.ts';
import { ChainUnavailable } from './port.ts';
import type { AccountReader, Block, Token, Transfer, TronChain, TronSender } from './port.ts';
import { ask } from './request.ts';
import { tronAddress, tronBytes, tronTransferData } from './tron-transaction.ts';
import type { Endpoint } from './request.ts';

const VERSION = '41';
/** Keccak-256 of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const WORD_HEX = 64;
/** Upper bound of the size of a signed TRC-20 transfer, with the 64 bytes that the chain adds for its result. */
const TRANSFER_BYTES = 420n;

/** 21 bytes in hexadecimal, the address form of Tron's API. */
const hexOf = (address: string): string => Buffer.from(tronBytes(address)).toString('hex');
const addressOfHex = (hex: string): string => tronAddress(Uint8Array.from(Buffer.from(hex, 'hex')));
/** Returns the last 20 bytes of a topic. */
const addressOfTopic = (topic: string): string => addressOfHex(`${VERSION}${topic.slice(-40)}`);

const word = z.string().regex(/^[0-9a-fA-F]*$/);
const blockAnswer = z.object({
  blockID: z.string(),
  block_header: z.object({
    raw_data: z.object({
      number: z.number().default(0),
      parentHash: z.string(),
      timestamp: z.number().default(0),
    }),
  }),
});
const infoAnswer = z.array(
  z.object({
    id: z.string(),
    receipt: z.object({ result: z.string().optional() }),
    log: z
      .array(z.object({ address: word, topics: z.array(word).default([]), data: word.default('') }))
      .default([]),
  }),
);
const constantAnswer = z.object({ constant_result: z.array(word).min(1) });
/** A call that would revert has a transaction with a failed return; `result.code` is set if it was not tried. */
const triedAnswer = z.object({
  result: z.object({ result: z.boolean().optional(), code: z.string().optional() }),
  energy_used: z.number().optional(),
  transaction: z.object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) }).optional(),
});
const accountAnswer = z.object({ balance: z.number().default(0) });
const parametersAnswer = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: z.number().default(0) })),
});
const minedAnswer = z.object({
  id: z.string().optional(),
  blockNumber: z.number().optional(),
  fee: z.number().default(0),
  receipt: z.object({ result: z.string().optional() }).default({}),
});
const knownAnswer = z.object({ txID: z.string().optional() });
const sentAnswer = z.object({
  result: z.boolean().optional(),
  code: z.string().optional(),
  txid: z.string().optional(),
});

type Post = <T>(shape: z.ZodType<T>, path: string, body: object) => Promise<T>;

const postTo =
  (endpoint: Endpoint): Post =>
  async (shape, path, body) => {
    const read = shape.safeParse(await ask(endpoint, path, body));
    if (!read.success) throw new ChainUnavailable(`${path}: an answer without sense`);
    return read.data;
  };

const blockOf = ({ blockID, block_header: { raw_data: raw } }: z.output<typeof blockAnswer>): Block => ({
  height: raw.number,
  hash: blockID,
  parent: raw.parentHash,
  time: raw.timestamp,
});

/** Returns the decimals of a token's contract; undefined if none is at the address. */
async function decimalsOf(post: Post, contract: string): Promise<number | undefined> {
  const { constant_result: results } = await post(constantAnswer, '/walletsolidity/triggerconstantcontract', {
    owner_address: hexOf(contract),
    contract_address: hexOf(contract),
    function_selector: 'decimals()',
  });
  const decimals = Number(`0x${results[0] || 'x'}`);
  return Number.isSafeInteger(decimals) ? decimals : undefined;
}

/** Only solidified blocks are read: on Tron they are final. */
function readerOf(post: Post, tokens: readonly ChainAsset[]): AccountReader {
  const height = async (): Promise<number> =>
    blockOf(await post(blockAnswer, '/walletsolidity/getnowblock', {})).height;
  const block = async (num: number): Promise<Block | undefined> => {
    if (num > (await height())) return undefined;
    const found = blockOf(await post(blockAnswer, '/walletsolidity/getblockbynum', { num }));
    if (found.height !== num) throw new ChainUnavailable('a block that was not asked for');
    return found;
  };
  return {
    height,
    block,
    async transfers(asked, watched) {
      const infos = await post(infoAnswer, '/walletsolidity/gettransactioninfobyblocknum', {
        num: asked.height,
      });
      if ((await block(asked.height))?.hash !== asked.hash)
        throw new ChainUnavailable('the block was replaced');
      const byContract = new Map(tokens.map((token) => [hexOf(token.contract ?? '').slice(2), token]));
      const found: Transfer[] = [];
      for (const { id, log, receipt } of infos) {
        if (receipt.result !== undefined && receipt.result !== 'SUCCESS') continue;
        for (const [output, { address, topics, data }] of log.entries()) {
          const token = byContract.get(address.toLowerCase());
          const [topic, from, to] = topics;
          if (token === undefined || topic !== TRANSFER_TOPIC || from === undefined || to === undefined)
            continue;
          const units = BigInt(`0x${data.slice(0, WORD_HEX) || '0'}`);
          const receiver = addressOfTopic(to);
          if (units === 0n || !watched.has(receiver)) continue;
          found.push({
            transaction: id,
            output,
            to: receiver,
            from: addressOfTopic(from),
            spends: [],
            asset: token.code,
            units,
          });
        }
      }
      return found;
    },
    tokenDecimals: (contract) => decimalsOf(post, contract),
    async balance(addresses, asset) {
      const before = await height();
      let units = 0n;
      for (const address of addresses) {
        const { constant_result: results } = await post(
          constantAnswer,
          '/walletsolidity/triggerconstantcontract',
          {
            owner_address: hexOf(address),
            contract_address: hexOf(asset.contract ?? ''),
            function_selector: 'balanceOf(address)',
            parameter: hexOf(address).slice(2).padStart(WORD_HEX, '0'),
          },
        );
        units += BigInt(`0x${results[0] || '0'}`);
      }
      return { units, height: before };
    },
  };
}

function senderOf(post: Post, height: () => Promise<number>): TronSender {
  return {
    async broadcast(raw) {
      const { result, code, txid } = await post(sentAnswer, '/wallet/broadcasthex', { transaction: raw });
      if ((result === true || code === 'DUP_TRANSACTION_ERROR') && txid !== undefined) return txid;
      throw new ChainUnavailable(`the node says: ${code ?? 'no'}`);
    },
    async transaction(id) {
      const { blockNumber, fee, receipt } = await post(
        minedAnswer,
        '/walletsolidity/gettransactioninfobyid',
        {
          value: id,
        },
      );
      if (blockNumber === undefined) {
        const { txID } = await post(knownAnswer, '/wallet/gettransactionbyid', { value: id });
        return { state: txID === undefined ? 'unknown' : 'pending' };
      }
      const { blockID } = await post(blockAnswer, '/walletsolidity/getblockbynum', { num: blockNumber });
      return {
        state: 'mined',
        height: blockNumber,
        blockHash: blockID,
        confirmations: Math.max(1, (await height()) - blockNumber + 1),
        succeeded: receipt.result === undefined || receipt.result === 'SUCCESS',
        fee: BigInt(fee),
      };
    },
    async coins(address) {
      const { balance } = await post(accountAnswer, '/walletsolidity/getaccount', {
        address: hexOf(address),
      });
      return BigInt(balance);
    },
    async transferFee({ from, to, contract, units }) {
      const tried = await post(triedAnswer, '/wallet/triggerconstantcontract', {
        owner_address: hexOf(from),
        contract_address: hexOf(contract),
        data: Buffer.from(tronTransferData(to, units)).toString('hex'),
      });
      const fails = tried.transaction?.ret.some(({ ret }) => ret === 'FAILED') === true;
      if (tried.result.result !== true || tried.energy_used === undefined || fails)
        throw new ChainUnavailable(`the node would not run the transfer: ${tried.result.code ?? 'reverted'}`);
      const { chainParameter: parameters } = await post(parametersAnswer, '/wallet/getchainparameters', {});
      const price = (key: string): bigint => {
        const found = parameters.find((parameter) => parameter.key === key);
        if (found === undefined) throw new ChainUnavailable(`the node does not know ${key}`);
        return BigInt(found.value);
      };
      return {
        energy: BigInt(tried.energy_used) * price('getEnergyFee'),
        bandwidth: TRANSFER_BYTES * price('getTransactionFee'),
      };
    },
  };
}

const tokenAsset = ({ code, contract, decimals }: Token): ChainAsset => ({
  network: 'tron',
  code,
  standard: 'trc20',
  contract,
  decimals,
});

/** Tron over the HTTP API of a full node, with the configured TRC-20 tokens and those that are added later. */
export function connectTron(endpoint: Endpoint, tokens: readonly Token[]): TronChain {
  const post = postTo(endpoint);
  const assets = tokens.map(tokenAsset);
  const reader = readerOf(post, assets);
  return {
    network: tronNetwork,
    assets,
    addToken: (token) => void assets.push(tokenAsset(token)),
    reader,
    sender: senderOf(post, () => reader.height()),
  };
}
