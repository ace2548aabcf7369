import { encodeFunctionData, parseAbi } from 'viem/utils';

const TRANSFER = parseAbi(['function transfer(address to, uint256 amount)']);

/** Returns the call data of an ERC-20 or TRC-20 `transfer`: 20 bytes of the payee, and the token's smallest units. */
export const tokenTransferData = (to: `0x${string}`, units: bigint): `0x${string}` =>
  encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args: [to, units] });
