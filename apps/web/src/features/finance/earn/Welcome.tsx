import { CalendarClock, Coins, HandCoins } from 'lucide-react';
import { useText } from '../../../lib/text.ts';
import { Callout, Card, LinkButton, Page } from '../../../ui/index.ts';
import { earnText } from './text.ts';

const STEPS = [
  { icon: CalendarClock, title: 'step_1', text: 'step_1_text' },
  { icon: Coins, title: 'step_2', text: 'step_2_text' },
  { icon: HandCoins, title: 'step_3', text: 'step_3_text' },
] as const;

/** How Earn works, with a worked example and what can go wrong. */
export default function Welcome() {
  const t = useText(earnText);
  return (
    <Page
      title={t('how')}
      back="/pages/lockming/lockming"
      className="gap-4"
      footer={
        <LinkButton size="lg" wide to="/pages/lockming/lockming">
          {t('see_offers')}
        </LinkButton>
      }
    >
      <ol className="grid gap-3 wide:grid-cols-3">
        {STEPS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 rounded-lg bg-surface p-4">
            <span
              className="grid size-11 shrink-0 place-items-center rounded-md bg-gold-soft text-gold-ink"
              aria-hidden="true"
            >
              <Icon className="size-5.5" />
            </span>
            <div className="min-w-0">
              <h2 className="text-lg font-semibold">{t(title)}</h2>
              <p className="mt-1 text-base text-muted">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
      <Card className="p-4">
        <h2 className="text-lg font-semibold">{t('example')}</h2>
        <p className="mt-1 text-base text-muted">{t('example_text')}</p>
      </Card>
      <Callout>{t('source')}</Callout>
      <Callout intent="wait">
        <p className="font-medium">{t('risk')}</p>
        <p className="mt-1">{t('risk_text')}</p>
      </Callout>
    </Page>
  );
}
