/** What is paid to whom; amounts are decimal texts in units of the currency. */
export interface PaymentFacts {
  readonly id: number;
  readonly type: number;
  readonly currency: number;
  readonly network: string;
  readonly payee: string;
  /** What leaves the account, the house's fee in it. */
  readonly number: string;
  readonly fee: string;
}

/** Who approved what: signed with the key of approvals (Ed25519 over `approvalText`). */
export interface ApprovalRecord {
  readonly payment: PaymentFacts;
  /** SHA-256 of the payment, as the approvers named it. */
  readonly digest: string;
  /** How many people it takes. */
  readonly approvals: number;
  readonly by: readonly string[];
  /** Unix ms. */
  readonly at: number;
  readonly key: string;
  /** Hex. */
  readonly signature: string;
}

/** The text that is signed: every field but the signature, in this order. */
export const approvalText = (record: Omit<ApprovalRecord, 'signature'>): string => {
  const { payment: p } = record;
  return JSON.stringify([
    'karat withdrawal approval 1',
    [p.id, p.type, p.currency, p.network, p.payee, p.number, p.fee],
    record.digest,
    record.approvals,
    [...record.by],
    record.at,
    record.key,
  ]);
};

/** Terms of an EVM transaction (EIP-1559); wei as decimal texts. */
export interface EvmTerms {
  readonly family: 'evm';
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  /** Contract of the token; undefined for the chain's own coin. */
  readonly contract?: string;
  /** Decimals of the asset on the chain. */
  readonly decimals: number;
}

/** An output of the house that is spent; its key is named by its path. */
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

export interface SignRequest {
  /** 1, and more for each replacement with a higher fee. */
  readonly attempt: number;
  readonly approval: ApprovalRecord;
  readonly terms: EvmTerms | BitcoinTerms;
}

export interface Signed {
  readonly txid: string;
  /** Hex, as nodes take it. */
  readonly raw: string;
  /** What it was signed with; another attempt has the same nonce or inputs and higher fees. */
  readonly terms: EvmTerms | BitcoinTerms;
  /** Output of a Bitcoin transaction that comes back to the house, by its number. */
  readonly change?: { readonly vout: number; readonly units: string; readonly address: string };
}

/** What the signer says of itself; nothing in it is secret. */
export interface SignerStatus {
  readonly networks: readonly string[];
  readonly signed: number;
  readonly payoutAddresses: Readonly<Record<string, string>>;
}
