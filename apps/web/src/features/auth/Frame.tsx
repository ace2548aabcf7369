import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { go } from '../../lib/navigation.ts';
import { useText } from '../../lib/text.ts';
import { Form, IconButton, Logo, Page } from '../../ui/index.ts';
import { authText } from './text.ts';

interface FrameProps {
  readonly name: string;
  readonly title: string;
  readonly text?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** Layout of login, registration and reset: logo, heading, form. */
export function Frame({ name, title, text, onSubmit, children, below }: FrameProps) {
  const t = useText(authText);
  return (
    <Page
      title=""
      name={name}
      right={
        <IconButton label={t('language')} onClick={() => go.push('/pages/setting/language')}>
          <Languages />
        </IconButton>
      }
    >
      <div className="px-2">
        <Logo className="size-12" />
        <h1 tabIndex={-1} className="mt-5 text-2xl font-semibold text-balance outline-none">
          {title}
        </h1>
        {text !== undefined && <p className="mt-1 text-base text-muted">{text}</p>}
        <Form onSubmit={onSubmit} className="mt-7 gap-5">
          {children}
        </Form>
        {below}
      </div>
    </Page>
  );
}
