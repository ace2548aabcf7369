import { BaseError, createPublicClient, getAddress, http, keccak256, parseAbi, parseAbiItem } from 'viem';
import type { Hash, PublicClient, TransactionReceipt } from 'viem';
import type { ChainAsset, EvmNetwork } from './networks.ts';
import { ChainUnavailable } from './port.ts';
import type { AccountReader, Block, EvmChain, EvmSender, Token, TransactionState, Transfer } from './port.ts';

const TIMEOUT_MS = 15_000;
const ETHER_DECIMALS = 18;
const MS_PER_S = 1_000;
/** Output number of the value that a transaction itself carries; its logs count from 0. */
const OWN_VALUE = -1;
/** Balances per request. */
const BALANCES_AT_ONCE = 50;

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);

const isHash = (text: string): text is Hash => /^0x[0-9a-fA-F]{64}$/.test(text);
const hashOf = (text: string): Hash => {
  if (!isHash(text)) throw new ChainUnavailable('not a hash');
  return text;
};
const isHex = (text: string): text is `0x${string}` => /^0x([0-9a-fA-F]{2})+$/.test(text);

/** Converts a failure of the node or the network into ChainUnavailable, without the node's address. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof ChainUnavailable) throw failure;
    throw new ChainUnavailable(
      failure instanceof BaseError ? failure.shortMessage.slice(0, 200) : 'no answer',
    );
  }
}

/** Is true if the node replied that the item is unknown. */
const isAbsent = (failure: unknown): boolean =>
  failure instanceof BaseError && (failure.walk()?.name ?? failure.name).endsWith('NotFoundError');

async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof BaseError && (isAbsent(failure) || failure.name.endsWith('NotFoundError')))
      return undefined;
    throw failure;
  }
}

/** Returns the native value transfers of a block; failed transactions are skipped. */
async function ownValues(
  client: PublicClient,
  hash: Hash,
  watched: { has(address: string): boolean },
): Promise<Transfer[]> {
  const block = await client.getBlock({ blockHash: hash, includeTransactions: true });
  const found: Transfer[] = [];
  for (const transaction of block.transactions) {
    if (transaction.to === null || transaction.value === 0n) continue;
    const to = getAddress(transaction.to);
    if (!watched.has(to)) continue;
    const receipt = await client.getTransactionReceipt({ hash: transaction.hash });
    if (receipt.blockHash !== hash) throw new ChainUnavailable('the block was replaced');
    if (receipt.status !== 'success') continue;
    found.push({
      transaction: transaction.hash,
      output: OWN_VALUE,
      to,
      from: getAddress(transaction.from),
      spends: [],
      asset: 'ETH',
      units: transaction.value,
    });
  }
  return found;
}

/** Returns the token transfers of a block, from its logs. */
async function tokenTransfers(
  client: PublicClient,
  hash: Hash,
  tokens: readonly ChainAsset[],
  watched: { has(address: string): boolean },
): Promise<Transfer[]> {
  const byContract = new Map(tokens.map((token) => [token.contract, token]));
  if (byContract.size === 0) return [];
  const logs = await client.getLogs({
    blockHash: hash,
    address: tokens.flatMap(({ contract }) => (contract === undefined ? [] : [getAddress(contract)])),
    event: transferEvent,
    strict: true,
  });
  const found: Transfer[] = [];
  for (const { address, args, transactionHash, logIndex, blockHash } of logs) {
    const token = byContract.get(getAddress(address));
    const to = getAddress(args.to);
    if (blockHash !== hash || token === undefined || args.value === 0n || !watched.has(to)) continue;
    const receipt = await client.getTransactionReceipt({ hash: transactionHash });
    const output = receipt.logs.findIndex((log) => log.logIndex === logIndex);
    if (receipt.blockHash !== hash || output < 0) throw new ChainUnavailable('the block was replaced');
    found.push({
      transaction: transactionHash,
      output,
      to,
      from: getAddress(args.from),
      spends: [],
      asset: token.code,
      units: args.value,
    });
  }
  return found;
}

type Counted = () => Promise<void>;

const decimalsOf = (client: PublicClient, contract: string): Promise<number> =>
  client.readContract({ address: getAddress(contract), abi: tokenAbi, functionName: 'decimals' });

/** Rejects while a token has other decimals than configured; repeats the check until its contract has replied. */
function countedBy(client: PublicClient, assets: readonly ChainAsset[]): Counted {
  const counted = new Set<ChainAsset>();
  return async () => {
    for (const asset of assets) {
      const { code, contract, decimals } = asset;
      if (contract === undefined || counted.has(asset)) continue;
      const own = await decimalsOf(client, contract);
      if (own !== decimals)
        throw new ChainUnavailable(`${code} counts ${own} decimals, not ${decimals} as configured`);
      counted.add(asset);
    }
  };
}

function readerOf(client: PublicClient, assets: readonly ChainAsset[], counted: Counted): AccountReader {
  const balanceOf = async (address: string, asset: ChainAsset, blockNumber: bigint): Promise<bigint> =>
    asset.contract === undefined
      ? client.getBalance({ address: getAddress(address), blockNumber })
      : client.readContract({
          address: getAddress(asset.contract),
          abi: tokenAbi,
          functionName: 'balanceOf',
          args: [getAddress(address)],
          blockNumber,
        });
  return {
    height: () => orUnavailable(async () => Number(await client.getBlockNumber({ cacheTime: 0 }))),
    block: (height) =>
      orUnavailable(async (): Promise<Block | undefined> => {
        const found = await orUndefined(() => client.getBlock({ blockNumber: BigInt(height) }));
        return (
          found && {
            height,
            hash: found.hash,
            parent: found.parentHash,
            time: Number(found.timestamp) * MS_PER_S,
          }
        );
      }),
    transfers: (block, watched) =>
      orUnavailable(async () => {
        await counted();
        return [
          ...(await ownValues(client, hashOf(block.hash), watched)),
          ...(await tokenTransfers(
            client,
            hashOf(block.hash),
            assets.filter(({ contract }) => contract !== undefined),
            watched,
          )),
        ];
      }),
    tokenDecimals: (contract) =>
      orUnavailable(async () => {
        const code = await client.getCode({ address: getAddress(contract) });
        return code === undefined ? undefined : decimalsOf(client, contract);
      }),
    balance: (addresses, asset, height) =>
      orUnavailable(async () => {
        await counted();
        let units = 0n;
        for (let from = 0; from < addresses.length; from += BALANCES_AT_ONCE) {
          const part = addresses.slice(from, from + BALANCES_AT_ONCE);
          const held = await Promise.all(part.map((each) => balanceOf(each, asset, BigInt(height))));
          units += held.reduce((sum, each) => sum + each, 0n);
        }
        return { units, height };
      }),
  };
}

function senderOf(client: PublicClient, counted: Counted): EvmSender {
  const mined = async (receipt: TransactionReceipt): Promise<TransactionState> => ({
    state: 'mined',
    height: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    confirmations: Number((await client.getBlockNumber({ cacheTime: 0 })) - receipt.blockNumber) + 1,
    succeeded: receipt.status === 'success',
    fee: receipt.gasUsed * receipt.effectiveGasPrice,
  });
  const transaction = async (hash: Hash): Promise<TransactionState> => {
    const receipt = await orUndefined(() => client.getTransactionReceipt({ hash }));
    if (receipt) return mined(receipt);
    const waiting = await orUndefined(() => client.getTransaction({ hash }));
    return { state: waiting ? 'pending' : 'unknown' };
  };
  return {
    fees: () =>
      orUnavailable(async () => {
        const [{ baseFeePerGas }, priority] = await Promise.all([
          client.getBlock({ blockTag: 'latest' }),
          client.estimateMaxPriorityFeePerGas({ chain: null }),
        ]);
        // Six full blocks in a row double the base fee: the fee cap covers them.
        return { maxFeePerGas: (baseFeePerGas ?? 0n) * 2n + priority, maxPriorityFeePerGas: priority };
      }),
    gas: ({ from, to, value, data }) =>
      orUnavailable(() => client.estimateGas({ account: getAddress(from), to: getAddress(to), value, data })),
    nonce: (address) =>
      orUnavailable(async () => {
        await counted();
        return client.getTransactionCount({ address: getAddress(address), blockTag: 'pending' });
      }),
    minedNonce: (address) =>
      orUnavailable(() => client.getTransactionCount({ address: getAddress(address), blockTag: 'latest' })),
    broadcast: (raw) =>
      orUnavailable(async () => {
        if (!isHex(raw)) throw new ChainUnavailable('not a transaction');
        const hash = keccak256(raw);
        try {
          return await client.sendRawTransaction({ serializedTransaction: raw });
        } catch (failure) {
          // Already known, pending or mined: a repeated broadcast counts as a success.
          if ((await transaction(hash)).state !== 'unknown') return hash;
          throw failure;
        }
      }),
    transaction: (id) => orUnavailable(() => transaction(hashOf(id))),
  };
}

const tokenAsset = ({ code, contract, decimals }: Token): ChainAsset => ({
  network: 'ethereum',
  code,
  standard: 'erc20',
  decimals,
  contract: getAddress(contract),
});

/** An EVM chain over JSON-RPC, with its native coin, the configured tokens and those that are added later. */
export function connectEvm(
  network: EvmNetwork,
  endpoint: { readonly url: string },
  tokens: readonly Token[],
): EvmChain {
  const client: PublicClient = createPublicClient({
    transport: http(endpoint.url, { timeout: TIMEOUT_MS, retryCount: 1 }),
    cacheTime: 0,
  });
  const assets: ChainAsset[] = [
    { network: 'ethereum', code: 'ETH', standard: 'native', contract: undefined, decimals: ETHER_DECIMALS },
    ...tokens.map(tokenAsset),
  ];
  const counted = countedBy(client, assets);
  return {
    network,
    assets,
    addToken: (token) => void assets.push(tokenAsset(token)),
    reader: readerOf(client, assets, counted),
    sender: senderOf(client, counted),
  };
}
