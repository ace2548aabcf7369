/** Payment and recipient; amounts are decimal texts in units of the currency. */
export interface PaymentFacts {
  readonly id: number;
  readonly type: number;
  readonly currency: number;
  readonly network: string;
  readonly payee: string;
  /** Amount debited from the account, the fee included. */
  readonly number: string;
  readonly fee: string;
}

/** Approval of a payment: signed with the approval key (Ed25519 over `approvalText`). */
export interface ApprovalRecord {
  readonly payment: PaymentFacts;
  /** SHA-256 of the payment that the approvers saw. */
  readonly digest: string;
  /** Required number of approvers. */
  readonly approvals: number;
  readonly by: readonly string[];
  /** Unix ms. */
  readonly at: number;
  readonly key: string;
  /** Hex. */
  readonly signature: string;
  /** Missing in approvals of versions that did not sign a time. Signers of those versions read `signature` only. */
  readonly timed?: TimedApproval;
}

/** The earliest time of a payment, signed together with its approval. */
export interface TimedApproval {
  /** Nothing is signed before, unix ms; null if the payment does not wait. */
  readonly notBefore: number | null;
  /** Of the approval key over `timedApprovalText`, hex. */
  readonly signature: string;
}

type Unsigned = Omit<ApprovalRecord, 'signature' | 'timed'>;

const approvedFields = (record: Unsigned): readonly unknown[] => {
  const { payment: p } = record;
  return [
    [p.id, p.type, p.currency, p.network, p.payee, p.number, p.fee],
    record.digest,
    record.approvals,
    [...record.by],
    record.at,
    record.key,
  ];
};

/** Returns the signed text: every field but the signatures and the time, in this order. */
export const approvalText = (record: Unsigned): string =>
  JSON.stringify(['karat withdrawal approval 1', ...approvedFields(record)]);

/** Returns the text that is signed with the earliest time. */
export const timedApprovalText = (record: Unsigned, notBefore: number | null): string =>
  JSON.stringify(['karat withdrawal approval 2', ...approvedFields(record), notBefore]);

/** Fields of an EVM transaction (EIP-1559); wei as decimal texts. */
export interface EvmTerms {
  readonly family: 'evm';
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  /** Contract of the token; undefined for the native coin. */
  readonly contract?: string;
  /** Decimals of the asset on the chain. */
  readonly decimals: number;
}

/** A spent output of the house account; its key is identified by its path. */
export interface BitcoinInput {
  readonly txid: string;
  readonly vout: number;
  /** Satoshi as decimal text. */
  readonly units: string;
  readonly account: 'deposits' | 'house';
  readonly chain: 0 | 1;
  readonly index: number;
}

export interface BitcoinTerms {
  readonly family: 'bitcoin';
  readonly variant: 'main' | 'test' | 'regtest';
  readonly inputs: readonly BitcoinInput[];
  /** Satoshi as decimal text. */
  readonly fee: string;
}

/** Fields of a TRC-20 transfer. */
export interface TronTerms {
  readonly family: 'tron';
  readonly contract: string;
  /** Decimals of the asset on the chain. */
  readonly decimals: number;
  /** A solidified block that the chain must have. */
  readonly reference: { readonly height: number; readonly hash: string };
  /** Unix ms; from then on no block can include the transaction. */
  readonly expiration: number;
  /** Unix ms. */
  readonly timestamp: number;
  /** Maximum of burnt energy in sun as decimal text. */
  readonly feeLimit: string;
}

export type Terms = EvmTerms | BitcoinTerms | TronTerms;

export interface SignRequest {
  /** 1, and one more for each replacement with a higher fee; Tron has none, since a transaction there has no nonce. */
  readonly attempt: number;
  readonly approval: ApprovalRecord;
  readonly terms: Terms;
}

export interface Signed {
  readonly txid: string;
  /** Hex, the form that nodes accept. */
  readonly raw: string;
  /** Nonce or inputs and fees of this attempt; another attempt has the same nonce or inputs and higher fees. */
  readonly terms: Terms;
  /** Number of the change output of a Bitcoin transaction. */
  readonly change?: { readonly vout: number; readonly units: string; readonly address: string };
}

/**
 * A transfer between two addresses of the exchange, for the sweep of a user's deposit address. It names no
 * destination: the signer derives both ends itself. `gas` sends coins for fees from the gas station to the deposit
 * address; `collect` sends the balance of the deposit address to the payout address.
 */
export interface SweepFacts {
  readonly id: number;
  readonly leg: 'gas' | 'collect';
  readonly network: string;
  /** Number of the deposit address within the account of deposits. */
  readonly index: number;
  /** Currency that is swept, in both legs. */
  readonly currency: number;
}

export interface SweepRequest {
  /** 1, and one more for each replacement with the same nonce and a higher fee. */
  readonly attempt: number;
  readonly sweep: SweepFacts;
  /** Amount in the asset's smallest units as decimal text; `gas` sends the chain's own coin. */
  readonly units: string;
  readonly terms: EvmTerms;
}

export interface SignedSweep {
  readonly txid: string;
  readonly raw: string;
  readonly terms: EvmTerms;
  readonly units: string;
}

/** Public status of the signer, without secrets. */
export interface SignerStatus {
  readonly networks: readonly string[];
  readonly signed: number;
  readonly payoutAddresses: Readonly<Record<string, string>>;
  /** Addresses that send coins for the fees of sweeps, by network. */
  readonly gasStations: Readonly<Record<string, string>>;
  /** What its own policy allows, by currency number; absent from signers of earlier versions. */
  readonly policy?: SignerAssets;
}

/** Currencies and tokens that the signer pays. */
export interface SignerAssets {
  /** Currencies with a cap; no other is paid. */
  readonly currencies: readonly string[];
  /** Token contracts on Ethereum and on Tron. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly tronContracts: Readonly<Record<string, string>>;
  /** Decimals of the tokens. */
  readonly decimals: Readonly<Record<string, number>>;
}
