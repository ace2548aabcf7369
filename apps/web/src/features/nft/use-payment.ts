import { api } from '../../lib/api.ts';
import { BALANCES } from '../../lib/balances.ts';
import { go } from '../../lib/navigation.ts';
import { invalidate } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import type { ConfirmationProof, ConfirmationRequest } from '../../ui/confirm/index.ts';

/** Reads that a purchase or payment makes outdated. */
const AFTER_PAYMENT = [
  'bind_box/getBoxDetail',
  'bind_box/getBoxList',
  'bind_box/getMyNFTs',
  'bind_box/getNeedPayNFTOrder',
  'bind_box/orders',
  'bind_box/order',
  'bind_box/getMyBindBoxQuotationLog',
  ...BALANCES,
] as const;

/** The confirmation as the calls of the marketplace take it: `code` is the code of the work there. */
export const proofOf = ({ pay_password, code }: ConfirmationProof) => ({
  pay_password,
  ...(code === undefined ? {} : { pay_code: code }),
});

/** A payment: what the sheet shows, and what is said after it. */
export interface Payment {
  readonly title: string;
  readonly lines: NonNullable<ConfirmationRequest<unknown>['lines']>;
  readonly success: string;
}

type Ask = <Reply>(request: ConfirmationRequest<Reply>) => Promise<Reply | undefined>;

/** Asks for the pay password, sends the payment, and runs `then` if the person is still on the screen. */
async function settle<Reply>(
  ask: Ask,
  { title, lines, success }: Payment,
  run: ConfirmationRequest<Reply>['run'],
  then: (reply: Reply) => void,
): Promise<void> {
  const at = go.here();
  const reply = await ask({ title, lines, run });
  void invalidate(...AFTER_PAYMENT);
  if (reply === undefined) return;
  toast(success, 'good');
  if (go.here() === at) then(reply);
}

/** Buys a work or box at the shown price. A box is opened next. */
export const payPurchase = (ask: Ask, payment: Payment, code: string, price: string): Promise<void> =>
  settle(
    ask,
    payment,
    (given, key) => api.post('bind_box/buyNFT', { code, price, ...proofOf(given) }, { quiet: true, key }),
    ({ box }) => {
      if (box === null) go.replace('/pages/nft/mine');
      else go.replace('/pages/nft/myNft', { code: box });
    },
  );

/** Pays a won auction. */
export const payOrder = (ask: Ask, payment: Payment, id: number): Promise<void> =>
  settle(
    ask,
    payment,
    (given, key) => api.post('bind_box/payNFTOrder', { id, ...proofOf(given) }, { quiet: true, key }),
    () => undefined,
  );
