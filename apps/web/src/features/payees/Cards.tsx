import { WITHDRAWAL_TYPE } from '@karat/contract';
import { ChevronRight, CreditCard, Landmark } from 'lucide-react';
import type { AllReplies } from '../../lib/calls.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Link, LinkCell, Loaded, Page, Rows, List } from '../../ui/index.ts';
import { Remove } from './Remove.tsx';
import { payeesText } from './text.ts';
import { useRemoval } from './use-removal.ts';

type Card = AllReplies['user/cash_list'][number];

function Row({ card }: { readonly card: Card }) {
  const t = useText(payeesText);
  const removal = useRemoval('user/cash_delete', card.id, [
    'user/cash_list',
    'user/cash_info',
    'user/cash_info_international',
  ]);
  const domestic = card.type === WITHDRAWAL_TYPE.domestic;
  return (
    <li className="flex items-center gap-3 py-3">
      <Link
        to={domestic ? '/pages/setting/bank_edit' : '/pages/setting/bank_international'}
        search={{ id: card.id }}
        aria-label={`${t('edit')}: ${card.title} ${card.number}`}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 active:opacity-70"
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-gold-soft text-gold-ink">
          {domestic ? <CreditCard className="size-5" /> : <Landmark className="size-5" />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-base font-medium wrap-anywhere">{card.title}</span>
          <span className="tnum block text-sm text-muted">{card.number}</span>
          <span className="block text-xs text-muted">
            {t(domestic ? 'card_domestic' : 'card_international')} · {card.real_name}
          </span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
      </Link>
      <Remove name={`${card.title} ${card.number}`} removal={removal} />
    </li>
  );
}

/** The user's bank cards, domestic and international. */
export default function Cards() {
  const t = useText(payeesText);
  const cards = useGet('user/cash_list', {});
  return (
    <Page title={t('cards')} back="/pages/setting/setting">
      <Loaded query={cards} empty={<Empty icon={<CreditCard />} text={t('no_cards')} next="beside" />}>
        {(rows) => (
          <List ground="card">
            {rows.map((card) => (
              <Row key={card.id} card={card} />
            ))}
          </List>
        )}
      </Loaded>
      <Rows className="mt-4 settles">
        <LinkCell to="/pages/setting/bank_edit" icon={<CreditCard />} label={t('add_domestic')} />
        <LinkCell to="/pages/setting/bank_international" icon={<Landmark />} label={t('add_international')} />
      </Rows>
    </Page>
  );
}
