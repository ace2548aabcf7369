import { FLAG, NFT_PAY_TYPE, NFT_STATUS } from '@karat/contract';
import type { Detail, Listing } from './tile.ts';

/** What a caller can do with a work, box or series now. */
export type SaleAction =
  | 'buy'
  | 'buy_box'
  | 'bid'
  | 'pay'
  | 'sell'
  | 'cancel'
  | 'coming'
  | 'closing'
  | 'awaiting'
  | 'own'
  | 'sold_out'
  | 'limit'
  | 'none';

/** Nobody has bid, and the sale is the first one: only then it can be taken back. */
const isCancellable = ({ resell, bids }: Listing): boolean => resell === FLAG.no && bids === 0;

function ofOwner(detail: Detail): SaleAction {
  return detail.is_owner === FLAG.yes && detail.can_sell === FLAG.yes ? 'sell' : 'none';
}

function ofOpenSale(listing: Listing): SaleAction {
  if (listing.is_own === FLAG.yes) return isCancellable(listing) ? 'cancel' : 'own';
  if (listing.status === NFT_STATUS.notStarted) return 'coming';
  if (listing.status === NFT_STATUS.ended) return 'closing';
  return listing.pay_type === NFT_PAY_TYPE.auction ? 'bid' : 'buy';
}

function ofSeries(detail: Detail, listing: Listing): SaleAction {
  const { series } = detail;
  if (series === null || listing.state !== 'open') return 'sold_out';
  if (series.left === 0) return 'sold_out';
  const action = ofOpenSale(listing);
  if (action !== 'buy') return action;
  return series.bought >= series.user_max ? 'limit' : 'buy_box';
}

/** Returns the one action of a detail screen. */
export function actionOf(detail: Detail): SaleAction {
  const { listing } = detail;
  if (listing === null) return ofOwner(detail);
  if (listing.pay_type === NFT_PAY_TYPE.blindBox) return ofSeries(detail, listing);
  switch (listing.state) {
    case 'open':
      return ofOpenSale(listing);
    case 'due':
      return listing.is_leader === FLAG.yes ? 'pay' : 'awaiting';
    case 'sold':
    case 'expired':
    case 'cancelled':
      return ofOwner(detail);
  }
}
