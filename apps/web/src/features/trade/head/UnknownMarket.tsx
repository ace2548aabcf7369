import { go } from '../../../lib/navigation.ts';
import type { Path } from '../../../lib/paths.ts';
import { useText } from '../../../lib/text.ts';
import { Button, Empty } from '../../../ui/index.ts';
import { symbolOf } from '../market.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { tradeText } from '../text.ts';

/** Says that the product does not offer the market of the address, and leads to the usual one. */
export function UnknownMarket({ to, usual }: { readonly to: Path; readonly usual: Quotation | undefined }) {
  const t = useText(tradeText);
  return (
    <Empty
      text={t('market_unknown')}
      action={
        usual && (
          <Button variant="plain" onClick={() => go.replace(to)}>
            {t('open_default', { symbol: symbolOf(usual) })}
          </Button>
        )
      }
    />
  );
}
