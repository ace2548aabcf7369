import { useText } from '../../lib/text.ts';
import { Callout, Card, LinkButton, Page } from '../../ui/index.ts';
import { investText } from './text.ts';

const QUESTIONS = ['what', 'example', 'price', 'risk', 'cancel', 'cover', 'proof'] as const;

/** How dual investment works, what it can cost, and how it settles. */
export default function Help() {
  const t = useText(investText);
  return (
    <Page title={t('help')} back="/pages/invest/invest">
      <Callout intent="wait">{t('not_deposit')}</Callout>
      <div className="mt-4 flex flex-col gap-3">
        {QUESTIONS.map((key) => (
          <Card key={key} className="p-4">
            <h2 className="text-lg font-semibold text-balance">{t(`q_${key}`)}</h2>
            <p className="mt-2 text-base">{t(`a_${key}`)}</p>
          </Card>
        ))}
      </div>
      <LinkButton className="mt-6" to="/pages/invest/invest">
        {t('see_products')}
      </LinkButton>
    </Page>
  );
}
