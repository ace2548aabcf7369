import { useText } from '../../lib/text.ts';
import { Tabs } from '../../ui/index.ts';
import { portfolioText } from './text.ts';

const METHODS = ['average', 'fifo'] as const;
export type Method = (typeof METHODS)[number];

/** The cost method of the figures on a screen. */
export function MethodTabs({
  value,
  onChange,
}: {
  readonly value: Method;
  readonly onChange: (method: Method) => void;
}) {
  const t = useText(portfolioText);
  return (
    <div className="flex items-center gap-3">
      <span className="flex-1 text-sm text-muted">{t('method')}</span>
      <Tabs
        label={t('method')}
        variant="block"
        items={METHODS.map((id) => ({ id, label: t(id) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
