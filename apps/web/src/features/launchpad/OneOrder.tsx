import { PROJECT_ORDER_STATUS } from '@karat/contract';
import { formatTime } from '../../lib/format.ts';
import { useQuestion } from '../../lib/question.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Callout, Card, Dialog, Fact, LinkButton, Loaded, Num, ReceiptLink } from '../../ui/index.ts';
import type { Order } from './application.ts';
import { OrderBadge } from './OrderBadge.tsx';
import { ProjectLogo, TimeLeft } from './ProjectParts.tsx';
import { LAUNCHPAD_READS } from './SubscribeForm.tsx';
import { launchpadText } from './text.ts';

/** What the settlement gave, charged and returned. */
function Allotment({ order }: { readonly order: Order }) {
  const t = useText(launchpadText);
  if (order.give_amount === null) return null;
  return (
    <>
      <Fact name={t('allotted')} className="font-semibold">
        <Num value={order.give_amount} unit={order.currency_name} />
      </Fact>
      <Fact name={t('charged')}>
        <Num value={order.paid} unit={order.pay_currency_name} />
      </Fact>
      <Fact name={t('refunded')}>
        <Num value={order.refund} unit={order.pay_currency_name} />
      </Fact>
    </>
  );
}

function Facts({ order }: { readonly order: Order }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  const isOpen = order.status === PROJECT_ORDER_STATUS.applied;
  return (
    <dl className="flex flex-col gap-2 text-base">
      <Fact name={t('you_applied')}>
        <Num value={order.coin_amount} unit={order.currency_name} />
      </Fact>
      <Fact name={t('price')}>
        <Num value={order.price} unit={order.pay_currency_name} />
      </Fact>
      <Fact name={t('held')}>
        <Num value={order.amount} unit={order.pay_currency_name} />
      </Fact>
      <Allotment order={order} />
      <Fact name={t('applied_on')}>{formatTime(order.created_ms, locale)}</Fact>
      <Fact name={t(isOpen ? 'ends_in' : 'ends')}>
        {isOpen ? <TimeLeft until={order.end_ms} /> : formatTime(order.end_ms, locale)}
      </Fact>
      {order.status !== PROJECT_ORDER_STATUS.cancelled && (
        <Fact name={t('unlocked')}>
          {order.listed_ms === null && order.listing_ms === null
            ? t('to_be_announced')
            : formatTime(order.listed_ms ?? order.listing_ms ?? 0, locale)}
        </Fact>
      )}
    </dl>
  );
}

/** Cancels an application after a question. */
function Cancel({ order }: { readonly order: Order }) {
  const t = useText(launchpadText);
  const question = useQuestion();
  const cancelling = useAction('project/order/cancel', {
    ...question.action,
    invalidates: LAUNCHPAD_READS,
    onDone: () => {
      question.close();
      toast(t('cancelled_done'));
    },
  });
  return (
    <>
      <Button variant="plain" wide onClick={question.ask}>
        {t('cancel_order')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('cancel_title')}
        confirm={t('cancel_order')}
        cancels
        busy={cancelling.isPending}
        onConfirm={() => cancelling.mutate({ id: order.id })}
      >
        <p className="text-base">
          {t('cancel_text')} <Num value={order.amount} unit={order.pay_currency_name} />
        </p>
      </Dialog>
    </>
  );
}

/** What the user can expect next. */
function Explanation({ order }: { readonly order: Order }) {
  const t = useText(launchpadText);
  switch (order.status) {
    case PROJECT_ORDER_STATUS.applied:
      return <Callout>{t('applied_text')}</Callout>;
    case PROJECT_ORDER_STATUS.allotting:
      return <Callout intent="wait">{t('allotting_text')}</Callout>;
    case PROJECT_ORDER_STATUS.allotted:
      return <Callout>{t(order.project_status === 'cancelled' ? 'was_cancelled' : 'allotted_text')}</Callout>;
    default:
      return null;
  }
}

/** One application with its allotment, refund and receipt; it can be cancelled before the end. */
export function OneOrder({ id }: { readonly id: number }) {
  const t = useText(launchpadText);
  const query = useGet('user/project/order_detail', { id });
  return (
    <Loaded query={query}>
      {(order) => (
        <div className="flex flex-col gap-4">
          <Card className="p-4">
            <div className="mb-4 flex items-center gap-3">
              <ProjectLogo project={order} size={44} />
              <h2 className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">{order.title}</h2>
              <OrderBadge status={order.status} />
            </div>
            <Facts order={order} />
          </Card>
          <Explanation order={order} />
          {order.receipt !== null && (
            <ReceiptLink kind="launchpad" subject={String(order.id)} variant="wide" />
          )}
          <LinkButton variant="plain" to="/pages/ieo/subscribe" search={{ id: String(order.project_id) }}>
            {t('see_project')}
          </LinkButton>
          {order.status === PROJECT_ORDER_STATUS.applied && <Cancel order={order} />}
        </div>
      )}
    </Loaded>
  );
}
