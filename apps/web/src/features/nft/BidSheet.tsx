import { FLAG } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { BALANCES } from '../../lib/balances.ts';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { invalidate, useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import { AmountField, Button, Callout, Fact, Form, FormError, Num, Sheet } from '../../ui/index.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import { bidFigures, bidProblem, bidSteps } from './bid.ts';
import type { BidFigures } from './bid.ts';
import { nftText } from './text.ts';
import type { Listing } from './tile.ts';
import { proofOf } from './use-payment.ts';
import { VerifiedOnly } from './VerifiedOnly.tsx';

/** Reads that a bid makes outdated. */
const AFTER_BID = [
  'bind_box/getBoxDetail',
  'bind_box/getBindBoxQuotationLog',
  'bind_box/getMyBindBoxQuotationLog',
  'bind_box/getBoxList',
  ...BALANCES,
] as const;

/** The whole obligation in numbers. */
function Obligation({ figures, listing }: { readonly figures: BidFigures; readonly listing: Listing }) {
  const t = useText(nftText);
  const locale = useLocale();
  const unit = listing.currency_name;
  return (
    <dl className="flex flex-col gap-2 rounded-md bg-raised px-4 py-3 text-base">
      <Fact name={t('whole_bid')} className="font-semibold">
        <Num value={figures.price} unit={unit} />
      </Fact>
      <Fact name={t('hold_now')}>
        {listing.is_margin === FLAG.yes ? (
          t('margin_held', { amount: formatNumber(figures.margin, { kind: 'full' }, locale), unit })
        ) : (
          <Num value={figures.holdNow} unit={unit} />
        )}
      </Fact>
      <Fact name={t('rest_if_won')}>
        <Num value={figures.rest} unit={unit} />
      </Fact>
      <Fact name={t('pay_until')}>{formatTime(figures.payUntilMs, locale)}</Fact>
      <Fact name={t('lost_if_unpaid')} className="text-down-ink">
        <Num value={figures.margin} unit={unit} />
      </Fact>
      {figures.availableAfter !== null && (
        <Fact name={t('available_after')}>
          {figures.availableAfter.startsWith('-') ? (
            t('too_little')
          ) : (
            <Num value={figures.availableAfter} unit={unit} />
          )}
        </Fact>
      )}
    </dl>
  );
}

/** Bids one tap away. */
function Steps({
  listing,
  onChoose,
}: {
  readonly listing: Listing;
  readonly onChoose: (price: string) => void;
}) {
  const t = useText(nftText);
  const locale = useLocale();
  return (
    <div role="group" aria-label={t('quick_bids')} className="grid grid-cols-4 gap-2">
      {bidSteps(listing).map((price) => (
        <Button
          key={price}
          variant="plain"
          size="sm"
          className="min-w-0 px-1 tnum"
          onClick={() => onChoose(price)}
        >
          {formatNumber(price, { kind: 'full' }, locale)}
        </Button>
      ))}
    </div>
  );
}

interface BidProps {
  readonly code: string;
  readonly listing: Listing;
  readonly onDone: () => void;
}

/** The form of a bid; the first one, which holds the margin, is confirmed like a payment. */
function useBid({ code, listing, onDone }: BidProps) {
  const t = useText(nftText);
  const locale = useLocale();
  const { form, check, checked, at, action, error, shows } = useFormState(
    { price: listing.min_bid ?? '' },
    { nft_bid_low: 'price', insufficient_balance: 'price', amount_too_precise: 'price' },
  );
  const confirmation = useConfirmation();
  const onBid = ({ is_leader }: Pick<Listing, 'is_leader'>): void => {
    toast(t(is_leader === FLAG.yes ? 'bid_leads' : 'bid_placed'), 'good');
    onDone();
  };
  const onRefused: typeof action.onRefused = (refusal) => {
    // Someone else was faster: the minimum is another one now.
    void invalidate('bind_box/getBoxDetail', 'bind_box/getBindBoxQuotationLog');
    action.onRefused(refusal);
  };
  const bidding = useAction('bind_box/auctionNFT', {
    quiet: true,
    invalidates: AFTER_BID,
    onDone: onBid,
    onRefused,
  });
  const problem = bidProblem(form.price, listing);
  const figures = bidFigures(form.price, listing);
  const confirmFirst = async ({ margin }: BidFigures): Promise<void> => {
    const shown = (value: string): string =>
      `${formatNumber(value, { kind: 'full' }, locale)} ${listing.currency_name}`;
    const placed = await confirmation.ask({
      title: `${t('place_bid')} · ${shown(form.price)}`,
      lines: [
        [t('whole_bid'), shown(form.price)],
        [t('hold_now'), shown(margin)],
      ],
      isOfForm: shows,
      onRefused,
      run: (given, key) =>
        api.post('bind_box/auctionNFT', { code, price: form.price, ...proofOf(given) }, { quiet: true, key }),
    });
    if (placed === undefined) return;
    void invalidate(...AFTER_BID);
    onBid(placed);
  };
  const submit = (): void => {
    check();
    if (problem !== null || figures === undefined) return;
    if (listing.is_margin === FLAG.yes) bidding.mutate({ code, price: form.price });
    else void confirmFirst(figures);
  };
  const field = at('price');
  const shownProblem = checked || problem?.type === 'below_min' ? problem : null;
  return { field, figures, shownProblem, error, confirmation, submit, isPending: bidding.isPending };
}

function BidForm(props: BidProps) {
  const { listing } = props;
  const t = useText(nftText);
  const problemText = useProblemText(listing.currency_name);
  const { field, figures, shownProblem, error, confirmation, submit, isPending } = useBid(props);
  return (
    <>
      <Form className="gap-4 px-5 pb-5" onSubmit={submit}>
        <AmountField
          label={t('your_bid')}
          value={field.value}
          onValue={field.onValue}
          unit={listing.currency_name}
          error={problemText(shownProblem) ?? field.errorFor(null)}
        />
        <Steps listing={listing} onChoose={field.onValue} />
        {figures && <Obligation figures={figures} listing={listing} />}
        <Callout intent="wait">{t('bid_terms', { hours: listing.pay_hours })}</Callout>
        <FormError text={error} />
        <VerifiedOnly>
          <Button type="submit" size="lg" wide busy={isPending}>
            {t('place_bid')}
          </Button>
        </VerifiedOnly>
      </Form>
      <ConfirmSheet {...confirmation} />
    </>
  );
}

/** A bid on an auction with everything that it obliges to. */
export function BidSheet({
  open,
  code,
  listing,
  onClose,
}: {
  readonly open: boolean;
  readonly code: string;
  readonly listing: Listing;
  readonly onClose: () => void;
}) {
  const t = useText(nftText);
  return (
    <Sheet open={open} onClose={onClose} title={t('place_bid')}>
      <BidForm code={code} listing={listing} onDone={onClose} />
    </Sheet>
  );
}
