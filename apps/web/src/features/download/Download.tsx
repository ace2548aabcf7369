import { CircleCheck, Download as DownloadIcon, Share, SquarePlus, WifiOff, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useInstall } from '../../lib/install.ts';
import { useText } from '../../lib/text.ts';
import { Button, Card, Logo, Page } from '../../ui/index.ts';
import { downloadText } from './text.ts';

const Step = ({ icon, text }: { readonly icon: ReactNode; readonly text: string }) => (
  <li className="flex items-center gap-3">
    <span
      className="grid size-10 shrink-0 place-items-center rounded-full bg-gold-soft text-gold-ink [&_svg]:size-5"
      aria-hidden="true"
    >
      {icon}
    </span>
    <span className="text-base">{text}</span>
  </li>
);

/** Installs with the browser's prompt, or shows how to install by hand. */
function Ways() {
  const t = useText(downloadText);
  const { offer, installed } = useInstall();
  if (installed) {
    return (
      <p className="flex items-center justify-center gap-2 text-base text-good-ink">
        <CircleCheck className="size-5" aria-hidden="true" />
        {t('installed')}
      </p>
    );
  }
  if (offer) {
    return (
      <Button size="lg" wide onClick={() => void offer.prompt()}>
        <DownloadIcon className="size-5" aria-hidden="true" />
        {t('install')}
      </Button>
    );
  }
  return (
    <Card className="p-5">
      <h3 className="mb-4 text-lg font-semibold">{t('by_hand')}</h3>
      <ol className="flex flex-col gap-4">
        <Step icon={<Share />} text={t('step_menu')} />
        <Step icon={<SquarePlus />} text={t('step_add')} />
        <Step icon={<CircleCheck />} text={t('step_open')} />
      </ol>
    </Card>
  );
}

/** Installs the web app; there is no app store. */
export default function Download() {
  const t = useText(downloadText);
  return (
    <Page title={t('title')}>
      <div className="flex flex-col items-center gap-4 pt-6 pb-8 text-center">
        <Logo className="size-24" />
        <h2 className="text-2xl font-semibold text-balance">{t('lead')}</h2>
        <p className="max-w-[320px] text-base text-balance text-muted">{t('text')}</p>
      </div>
      <Ways />
      <ul className="mt-8 flex flex-col gap-4 px-2">
        <Step icon={<Zap />} text={t('gain_fast')} />
        <Step icon={<WifiOff />} text={t('gain_offline')} />
      </ul>
    </Page>
  );
}
