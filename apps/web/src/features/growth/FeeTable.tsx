import { format, percentFromRate, rate, rateFromPercent } from '@karat/money';
import { discountedRate } from '@karat/rules';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Card, List, cx } from '../../ui/index.ts';
import { growthText } from './text.ts';

type Level = AllReplies['vip/levels'][number];

/** Terms of one level. */
function LevelRow({
  level,
  isOwn,
  fees,
}: {
  readonly level: Level;
  readonly isOwn: boolean;
  /** Fee rates of a market: maker, taker, contract. */
  readonly fees: readonly string[] | undefined;
}) {
  const t = useText(growthText);
  const locale = useLocale();
  // Decimals of zeros are left out; the separator of thousands is not one of them.
  const short = (text: string): string =>
    formatNumber(text, { kind: 'short' }, locale).replace(/[.,]0+(?=[KM]?$)/, '');
  const percent = (text: string): string => formatNumber(text, { kind: 'rate' }, locale);
  const discount = rateFromPercent(rate(level.fee_discount));
  const [maker, taker, contract] = (fees ?? []).map((fee) =>
    percent(format(percentFromRate(discountedRate(rate(fee), discount)))),
  );
  return (
    <li className={cx('grid grid-cols-2 gap-x-4 gap-y-1 px-4 py-3 text-xs', isOwn && 'bg-gold-soft')}>
      <span className="text-base font-semibold">{t('vip_level', { level: level.level })}</span>
      <span className="text-end text-base tnum">
        {level.fee_discount === '0' ? t('no_discount') : `−${percent(level.fee_discount)}`}
      </span>
      <Term
        name={t('needs')}
        value={level.level === 0 ? '–' : `${short(level.volume)} / ${short(level.balance)}`}
      />
      <Term name={t('spot')} value={maker === undefined ? '–' : `${maker} / ${taker}`} />
      <Term name={t('contract')} value={contract ?? '–'} />
      <Term name={t('fee_conversion')} value={percent(level.conversion_fee)} />
      <Term name={t('fee_nft')} value={percent(level.nft_fee)} />
      <Term name={t('outflow')} value={percent(level.outflow_limit)} />
      <Term name={t('leverage')} value={`${level.multiple_max}×`} />
    </li>
  );
}

const Term = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <span className="text-muted">{name}</span>
    <span className="text-end tnum">{value}</span>
  </>
);

/** What each level requires, and its fees in the first market. */
export function FeeTable({ levels, own }: { readonly levels: readonly Level[]; readonly own: number }) {
  const t = useText(growthText);
  const market = useGet('currency/quotation_new', {}).data?.[0]?.quotation[0];
  return (
    <section>
      <h2 className="mb-2 px-1 text-sm text-muted">{t('table')}</h2>
      <Card className="overflow-hidden">
        <List>
          {levels.map((level) => (
            <LevelRow
              key={level.level}
              level={level}
              isOwn={level.level === own}
              fees={market && [market.maker_fee, market.taker_fee, market.lever_trade_fee]}
            />
          ))}
        </List>
      </Card>
      {market && (
        <p className="mt-2 px-1 text-xs text-muted">
          {t('fees_of', { symbol: `${market.currency_name}/${market.legal_name}` })} {t('conversions')}
        </p>
      )}
    </section>
  );
}
