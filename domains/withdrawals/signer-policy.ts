import { NETWORKS } from '@karat/contract';
import type { Contract, CurrencyId, Reply } from '@karat/contract';
import { SigningUnavailable } from '@karat/platform/signing';
import type { SignerStatus } from '@karat/platform/signing';
import { chainOf } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { isPrivate } from './terms.ts';

/** Whether the signer pays a currency over a network by its own policy. */
export type SignerVerdict = Reply<Contract['withdrawals']['console/withdrawal_routes']>[number]['signer'];

/** Returns the signer's status; undefined while it does not reply. */
export async function signerStatus({ signing, ctx }: ResolvedDeps): Promise<SignerStatus | undefined> {
  try {
    return await signing?.status();
  } catch (failure) {
    if (!(failure instanceof SigningUnavailable)) throw failure;
    ctx.log.warn({ reason: failure.message }, 'signer not reached');
    return undefined;
  }
}

/**
 * Compares a currency on a network with the signer's policy: its cap, its contract and the token's decimals. `unknown` while the
 * signer does not reply, or is of an earlier version; a bank needs no signer.
 */
export function signerVerdict(
  deps: ResolvedDeps,
  status: SignerStatus | undefined,
  {
    currency,
    code,
    network,
  }: { readonly currency: CurrencyId; readonly code: string; readonly network: string },
): SignerVerdict {
  if (!NETWORKS.some((each) => each === network)) return 'not_needed';
  const policy = status?.policy;
  const chain = chainOf(deps, network);
  const asset = chain?.assets.find((each) => each.code === code);
  if (!policy || !chain || !asset) return 'unknown';
  if (!policy.currencies.includes(String(currency))) return 'no_cap';
  // On a private chain the signer takes any contract.
  if (asset.contract === undefined || isPrivate(chain)) return 'agrees';
  const contracts = network === 'tron' ? policy.tronContracts : policy.contracts;
  const known = contracts[String(currency)];
  if (known === undefined) return 'no_contract';
  const isSame = known.toLowerCase() === asset.contract.toLowerCase();
  return isSame && policy.decimals[String(currency)] === asset.decimals ? 'agrees' : 'differs';
}
