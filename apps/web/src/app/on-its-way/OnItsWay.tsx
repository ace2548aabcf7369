import { Hourglass } from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation } from '../../lib/location.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Page } from '../../ui/Page.tsx';
import { MEANWHILE, comingAt } from './products.ts';
import type { Product } from './products.ts';
import { onItsWayText } from './text.ts';

const ICONS: Readonly<Record<Product, ComponentType<{ className?: string }>>> = {
  screen: Hourglass,
};

/** Concentric rings around the product's icon. */
function Rings() {
  return (
    <svg viewBox="0 0 240 240" className="absolute inset-0 size-full text-gold" aria-hidden="true">
      {[60, 86, 112].map((radius, ring) => (
        <circle
          key={radius}
          cx="120"
          cy="120"
          r={radius}
          fill="none"
          stroke="currentColor"
          strokeOpacity={0.5 - ring * 0.15}
          strokeDasharray={ring === 0 ? undefined : '3 9'}
          strokeLinecap="round"
        />
      ))}
      <path
        d="M120 8a112 112 0 0 1 97 56"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Describes a coming product and links to what exists. */
export default function OnItsWay() {
  const t = useText(onItsWayText);
  const shell = useText(shellText);
  const { product, meanwhile } = comingAt(useLocation().path);
  const Icon = ICONS[product];
  return (
    <Page title={t(`${product}_title`)}>
      <div className="m-auto flex max-w-[340px] flex-col items-center pb-16 text-center">
        <div className="relative grid size-60 place-items-center">
          <Rings />
          <span className="grid size-24 place-items-center rounded-full bg-gold-soft text-gold-ink">
            <Icon className="size-10" />
          </span>
        </div>
        <Badge intent="gold" className="mt-2">
          {t('badge')}
        </Badge>
        <p className="mt-4 text-lg text-balance">{t(`${product}_text`)}</p>
        <p className="mt-2 text-sm text-balance text-muted">{t('promise')}</p>
        <div className="mt-8 flex w-full flex-col gap-2">
          <LinkButton size="lg" to={MEANWHILE[meanwhile]}>
            {t(`to_${meanwhile}`)}
          </LinkButton>
          <LinkButton variant="quiet" to="/">
            {shell('go_home')}
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}
