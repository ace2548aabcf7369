import { POSITION_STATUS } from '@karat/contract';
import { ListChecks, Share2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useMarkets } from '../../../lib/markets.ts';
import { withLogin } from '../../../lib/navigation.ts';
import { useAction } from '../../../lib/query.ts';
import { useQuestion } from '../../../lib/question.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import {
  Button,
  Dialog,
  Empty,
  Figure,
  IconButton,
  LinkIcon,
  Loaded,
  Num,
  ReceiptLink,
  List,
  Select,
} from '../../../ui/index.ts';
import { INVALIDATED, isolatedMarginRatio, marginAccountOf } from './use-positions.ts';
import type { MarginAccount, Deal, Position, useDeal } from './use-positions.ts';
import { PendingCard } from './OrderCards.tsx';
import { OpenCard } from './PositionCard.tsx';
import type { ChangeProps } from './ReverseSheet.tsx';
import { AmendOrderSheet, StopSheet } from './sheets.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';

const CloseSheet = lazy(() => import('./CloseSheet.tsx'));
const ShareSheet = lazy(() => import('./ShareSheet.tsx'));
const ReverseSheet = lazy(() => import('./ReverseSheet.tsx'));
const MarginSheet = lazy(() => import('./MarginSheet.tsx'));

/** Summary of the contract account. */
function Totals({ account, unit }: { readonly account: MarginAccount; readonly unit: string }) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  return (
    <dl className="mt-3 grid grid-cols-3 gap-x-3 gap-y-2 rounded-lg bg-raised p-3 text-sm wide:grid-cols-6">
      <Figure name={t('equity')}>
        <Num value={account.equity} form="result" unit={unit} />
      </Figure>
      <Figure name={t('unrealised')}>
        <Num value={account.profit} form="result" signed intent="auto" unit={unit} />
      </Figure>
      <Figure name={t('margin_ratio_cross')}>
        <Num value={account.ratio} form="fixed" unit="%" />
      </Figure>
      <Figure name={trade('available')}>
        <Num value={account.available} form="fixed" unit={unit} />
      </Figure>
      <Figure name={t('margin')}>
        <Num value={account.margins} form="cost" unit={unit} />
      </Figure>
      {account.orders !== '0' && (
        <Figure name={t('in_orders')}>
          <Num value={account.orders} form="cost" unit={unit} />
        </Figure>
      )}
    </dl>
  );
}

const WAYS = ['0', '1', '2'] as const;
type Way = (typeof WAYS)[number];

/** Closes all positions, only longs or only shorts, after a confirmation. */
function CloseAll() {
  const t = useText(contractText);
  const [way, setWay] = useState<Way>('0');
  const question = useQuestion();
  const action = useAction('lever/batch_close', {
    ...question.action,
    invalidates: INVALIDATED,
    onDone: ({ closed }) => {
      question.close();
      toast(t('closed_count', { count: closed.length }), 'good');
    },
  });
  const names: Record<Way, string> = { 0: t('close_all'), 1: t('only_long'), 2: t('only_short') };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={question.ask}>
        {t('close_all')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('close_all_title')}
        confirm={names[way]}
        variant="danger"
        busy={action.isPending}
        onConfirm={() => action.mutate({ type: Number(way) })}
      >
        <div className="flex flex-col gap-3">
          <Select
            label={t('which')}
            options={WAYS.map((id) => ({ id, label: names[id] }))}
            value={way}
            onChange={setWay}
          />
          <p>{t('close_all_note')}</p>
        </div>
      </Dialog>
    </>
  );
}

type Indexes = ReadonlyMap<number, string>;

interface PositionsProps {
  readonly deal: ReturnType<typeof useDeal>;
  readonly indexes: Indexes;
  /** Currency of the account. */
  readonly unit: string;
}

type What = 'stops' | 'close' | 'share' | 'reverse' | 'margin' | 'amend';
type Doing = { readonly what: What; readonly id: number } | null;
interface ListProps {
  readonly list: readonly Position[];
  readonly onDo: (what: What, position: Position) => void;
}

/** Live margin ratio of a position: of the account for cross margin, of its own margin otherwise. */
function ratioAt(position: Position, account: MarginAccount, indexes: Indexes): string | null {
  if (position.margin_mode === 'cross') return account.ratio;
  return isolatedMarginRatio(position, indexes.get(position.match_id));
}

/** Open positions with their actions. */
function OpenList({
  list,
  account,
  indexes,
  onDo,
}: ListProps & { readonly account: MarginAccount; readonly indexes: Indexes }) {
  const t = useText(contractText);
  return (
    <List>
      {list.map((position) => (
        <li key={position.id}>
          <OpenCard
            position={position}
            index={indexes.get(position.match_id)}
            ratio={ratioAt(position, account, indexes)}
            onStops={() => onDo('stops', position)}
            onClose={() => onDo('close', position)}
            icons={
              <>
                <ReceiptLink kind="contract" subject={String(position.id)} variant="icon" />
                <IconButton label={t('share')} onClick={() => onDo('share', position)}>
                  <Share2 />
                </IconButton>
              </>
            }
          >
            {position.margin_mode === 'isolated' && !position.coupon && (
              <Button variant="plain" size="sm" onClick={() => onDo('margin', position)}>
                {t('margin')}
              </Button>
            )}
            {!position.coupon && (
              <Button variant="plain" size="sm" onClick={() => onDo('reverse', position)}>
                {t('reverse')}
              </Button>
            )}
            <Button variant="plain" size="sm" onClick={() => onDo('stops', position)}>
              {t('tp_sl')}
            </Button>
          </OpenCard>
        </li>
      ))}
    </List>
  );
}

/** A pending order with its actions. */
function Waiting({ position, onDo }: { readonly position: Position } & Pick<ListProps, 'onDo'>) {
  const t = useText(contractText);
  const cancel = useAction('lever/cancel', {
    invalidates: INVALIDATED,
    onDone: () => toast(t('order_cancelled'), 'good'),
  });
  return (
    <PendingCard position={position}>
      <Button variant="plain" size="sm" onClick={() => onDo('amend', position)}>
        {t('edit')}
      </Button>
      <Button variant="plain" size="sm" onClick={() => onDo('stops', position)}>
        {t('tp_sl')}
      </Button>
      <Button
        variant="plain"
        size="sm"
        busy={cancel.isPending}
        onClick={() => cancel.mutate({ id: position.id })}
      >
        {t('cancel')}
      </Button>
    </PendingCard>
  );
}

/** Pending orders under their own heading. */
function WaitingList({ list, onDo }: ListProps) {
  const t = useText(contractText);
  if (list.length === 0) return null;
  return (
    <>
      <h2 className="mt-4 text-lg font-semibold">{t('waiting_count', { count: list.length })}</h2>
      <List>
        {list.map((position) => (
          <li key={position.id}>
            <Waiting position={position} onDo={onDo} />
          </li>
        ))}
      </List>
    </>
  );
}

/** The sheet of an action on a position or an order. */
function ActionSheet({ what, ...props }: Omit<ChangeProps, 'market'> & { readonly what: What }) {
  const { position, indexes, onClose } = props;
  const market = useMarkets().data?.find(({ id }) => id === position.match_id);
  const shown = { position, onClose, index: indexes.get(position.match_id) };
  switch (what) {
    case 'stops':
      return <StopSheet {...shown} />;
    case 'close':
      return <CloseSheet {...shown} />;
    case 'share':
      return <ShareSheet {...shown} />;
    case 'reverse':
      return market && <ReverseSheet {...props} market={market} />;
    case 'margin':
      return market && <MarginSheet {...props} market={market} />;
    case 'amend':
      return market && <AmendOrderSheet {...props} market={market} />;
  }
}

function Lists({ deal, indexes, unit }: Pick<PositionsProps, 'indexes' | 'unit'> & { readonly deal: Deal }) {
  const t = useText(contractText);
  const [doing, setDoing] = useState<Doing>(null);
  const account = marginAccountOf(deal, indexes);
  const open = deal.all_levers.filter(({ status }) => status !== POSITION_STATUS.pending);
  const waiting = deal.all_levers.filter(({ status }) => status === POSITION_STATUS.pending);
  const chosen = deal.all_levers.find(({ id }) => id === doing?.id);
  const begin = (what: What, { id }: Position): void => setDoing({ what, id });
  const close = (): void => setDoing(null);
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between border-b border-line">
        <h2 className="text-lg font-semibold">{t('positions_count', { count: open.length })}</h2>
        <div className="flex items-center">
          {open.length > 0 && <CloseAll />}
          <LinkIcon
            to="/pages/transaction/contract_order"
            label={t('history')}
            className="-me-2 text-gold-ink"
          >
            <ListChecks />
          </LinkIcon>
        </div>
      </div>
      {open.length === 0 && <Empty text={t('no_positions')} next="futures" className="py-8!" />}
      <OpenList list={open} account={account} indexes={indexes} onDo={begin} />
      <WaitingList list={waiting} onDo={begin} />
      <Totals account={account} unit={unit} />
      {chosen && doing && (
        <Suspense>
          <ActionSheet what={doing.what} position={chosen} deal={deal} indexes={indexes} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** The user's positions and pending orders in all markets. */
export function Positions({ deal, ...props }: PositionsProps) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const loggedIn = useSession((state) => state.token !== null);
  if (!loggedIn)
    return (
      <Empty
        text={t('login_positions')}
        action={
          <Button variant="plain" onClick={() => withLogin(() => undefined)}>
            {trade('login_to_trade')}
          </Button>
        }
        className="py-8!"
      />
    );
  return <Loaded query={deal}>{(deal) => <Lists {...props} deal={deal} />}</Loaded>;
}
