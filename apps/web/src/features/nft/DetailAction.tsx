import { useState } from 'react';
import { FLAG } from '@karat/contract';
import { go, withLogin } from '../../lib/navigation.ts';
import { useQuestion } from '../../lib/question.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Dialog, LinkButton } from '../../ui/index.ts';
import { BidSheet } from './BidSheet.tsx';
import { actionOf } from './sale.ts';
import { nftText } from './text.ts';
import type { Detail } from './tile.ts';

/** Takes an own first sale back, after a question. */
function CancelSale({ code }: { readonly code: string }) {
  const t = useText(nftText);
  const question = useQuestion();
  const cancelling = useAction('bind_box/cancelNFT', {
    ...question.action,
    invalidates: ['bind_box/getBoxDetail', 'bind_box/getBoxList', 'bind_box/getMyNFTs'],
    onDone: () => {
      question.close();
      toast(t('sale_cancelled'), 'good');
    },
  });
  return (
    <>
      <Button size="lg" wide variant="plain" onClick={question.ask}>
        {t('cancel_sale')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('cancel_sale')}
        confirm={t('cancel_sale')}
        cancels
        variant="danger"
        busy={cancelling.isPending}
        onConfirm={() => cancelling.mutate({ code })}
      >
        {t('cancel_sale_text')}
      </Dialog>
    </>
  );
}

/** Opens the sheet of a bid. */
function Bid({ detail }: { readonly detail: Detail }) {
  const t = useText(nftText);
  const [open, setOpen] = useState(false);
  const { listing, tile } = detail;
  if (listing === null) return null;
  return (
    <>
      <Button size="lg" wide onClick={() => withLogin(() => setOpen(true))}>
        {t(
          listing.own_price === null
            ? 'place_bid'
            : listing.is_leader === FLAG.yes
              ? 'raise_bid'
              : 'bid_again',
        )}
      </Button>
      <BidSheet open={open} code={tile.code} listing={listing} onClose={() => setOpen(false)} />
    </>
  );
}

/** The action of a detail screen; what cannot be done now says why. */
export function DetailAction({ detail }: { readonly detail: Detail }) {
  const t = useText(nftText);
  const { code } = detail.tile;
  const action = actionOf(detail);
  switch (action) {
    case 'buy':
    case 'buy_box':
      return (
        <Button size="lg" wide onClick={() => go.push('/pages/nft/purchase', { code })}>
          {t(action)}
        </Button>
      );
    case 'bid':
      return <Bid detail={detail} />;
    case 'pay':
      return (
        <LinkButton size="lg" wide to="/pages/nft/mine" search={{ tab: 'orders' }}>
          {t('pay_now')}
        </LinkButton>
      );
    case 'sell':
      return (
        <LinkButton size="lg" wide to="/pages/nft/resell" search={{ code }}>
          {t('sell')}
        </LinkButton>
      );
    case 'cancel':
      return <CancelSale code={code} />;
    case 'coming':
    case 'closing':
    case 'awaiting':
    case 'own':
    case 'sold_out':
    case 'limit':
    case 'none':
      return (
        <Button size="lg" wide disabled>
          {t(`action_${action}`)}
        </Button>
      );
  }
}
