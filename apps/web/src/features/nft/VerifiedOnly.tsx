import type { ReactNode } from 'react';
import { VERIFICATION_STATE } from '@karat/contract';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Callout, LinkButton } from '../../ui/index.ts';
import { nftText } from './text.ts';

/** `children` for a user whose identity is verified; otherwise the notice that it has to be, with the link. */
export function VerifiedOnly({ children }: { readonly children: ReactNode }) {
  const t = useText(nftText);
  const user = useGet('user/info', {});
  // Before the answer nothing is known: the server refuses where it has to.
  if (user.data === undefined || user.data.real_state === VERIFICATION_STATE.verified) return children;
  return (
    <div className="mt-auto flex flex-col gap-3">
      <Callout intent="wait">{t('verify_first')}</Callout>
      <LinkButton size="lg" wide to="/pages/setting/real">
        {t('verify')}
      </LinkButton>
    </div>
  );
}
