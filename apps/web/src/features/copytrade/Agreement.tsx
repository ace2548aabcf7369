import { useText } from '../../lib/text.ts';
import { Page } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

const POINTS = ['agree_1', 'agree_2', 'agree_3', 'agree_4', 'agree_5', 'agree_6', 'agree_7'] as const;

/** Terms of copy trading in plain words. */
export default function Agreement() {
  const t = useText(copytradeText);
  return (
    <Page title={t('agreement')} back="/pages/copytrade/copy">
      <ol className="flex list-decimal flex-col gap-4 ps-5 text-base">
        {POINTS.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </ol>
    </Page>
  );
}
