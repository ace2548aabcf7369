/** Numbers of the wire by name. This file imports nothing, so that the apps bundle it without the schemas. */

/** Account types of a user. */
export const ACCOUNT_TYPES = { legal: 1, change: 2, lever: 3, micro: 4 } as const;

export const ORDER_SIDE = { buy: 1, sell: 2 } as const;
export const ORDER_STATUS = { open: 1, complete: 2, cancelled: 3, partlyFilled: 4, rejected: 5 } as const;

export const POSITION_SIDE = { long: 1, short: 2 } as const;
export const POSITION_ORIGIN = { own: 1, copied: 2 } as const;
/** Margin added to an isolated position, or taken back. */
export const MARGIN_CHANGE = { add: 1, remove: 2 } as const;
export const POSITION_KIND = { limit: 0, market: 1 } as const;
/** `closing`: triggered, filled at the next tick. */
export const POSITION_STATUS = { pending: 0, open: 1, closing: 2, closed: 3, cancelled: 4 } as const;

export const OPTION_DIRECTION = { up: 1, down: 2 } as const;
export const OPTION_STATUS = { open: 1, settling: 2, closed: 3, void: 4 } as const;
/** `none`: open, tied or void. */
export const OPTION_RESULT = { lost: -1, none: 0, won: 1 } as const;

/** Size of a copied position: a multiple of the trader's lots, or a number of lots. */
export const COPY_SIZE = { multiple: 1, lots: 2 } as const;

export const VERIFICATION_STATE = { none: 0, underAudit: 1, verified: 2, failed: 3 } as const;

/** Receiver of a withdrawal: a chain address, a domestic or an international bank card. */
export const WITHDRAWAL_TYPE = { address: 0, domestic: 1, international: 2 } as const;
export const WITHDRAWAL_STATUS = { reviewing: 1, done: 2, rejected: 3, broadcast: 4 } as const;
export const VOUCHER_STATUS = { pending: 1, approved: 2, rejected: 3 } as const;

/** States of a fiat purchase. */
export const FIAT_STATUS = {
  to_be_paid: 1,
  proof_sent: 2,
  successful: 3,
  rejected: 4,
  expired: 5,
  cancelled: 6,
  refunded: 7,
} as const;

/** State of an Earn order. */
export const MINING_STATUS = { open: 1, ended: 2 } as const;
/** State of a dual currency order; `void`: its principal returned. */
export const DUAL_STATUS = { void: 0, open: 1, settling: 2, settled: 3 } as const;

/** What an artwork's file is. */
export const NFT_TYPE = { image: 1, gif: 2, audio: 3, video: 4 } as const;
export const NFT_PAY_TYPE = { fixed: 1, auction: 2, blindBox: 3 } as const;
/** State of a sale. */
export const NFT_STATUS = { ended: 0, started: 1, notStarted: 2 } as const;
export const NFT_BOX_STATUS = { unopened: 0, opened: 1 } as const;
/** Time states of a subscription project; a listed one has ended. */
export const PROJECT_TIME = { warmup: 1, open: 2, ended: 3 } as const;
/** `allotting`: the subscription has ended, the application is not settled yet. */
export const PROJECT_ORDER_STATUS = { cancelled: 0, applied: 1, allotting: 2, allotted: 3 } as const;

/**
 * Status of a round for its caller, and of an entry. `unsettled`: entries have closed, the payout is to come. `over`: settled without an entry
 * of the caller; with entries it is `right` or `missed`. `cancelled`: the stakes returned.
 */
export const GAME_STATUS = {
  notStarted: 1,
  guessing: 2,
  over: 3,
  unsettled: 4,
  right: 5,
  missed: 6,
  cancelled: 7,
} as const;

/** A yes-or-no field that the wire writes as a number. */
export const FLAG = { no: 0, yes: 1 } as const;

/** One of the numbers of an enum. */
export type NumberOf<Enum extends Readonly<Record<string, number>>> = Enum[keyof Enum];
