import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { succeeded } from '../../lib/succeeded.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useText } from '../../lib/text.ts';
import { receiverProblem, tidyReceiver } from '../../ui/account/rules.ts';
import type { By } from '../../ui/account/rules.ts';
import { accountText } from '../../ui/account/text.ts';

/** State of the contact of a form: input, errors and the fields of the call. */
export function useReceiver() {
  const t = useText(accountText);
  const area = usePreferences((state) => state.area);
  const [by, setBy] = useState<By>('email');
  const [typed, setTyped] = useState({ email: '', mobile: '' });
  const [checked, setChecked] = useState(false);
  const value = typed[by];
  const problem = receiverProblem(by, value);
  /** `user_string` and, for phones, the dialling code. */
  const sent = { user_string: tidyReceiver(by, value), ...(by === 'mobile' ? { area_code: area } : {}) };
  /** Shows errors and returns whether the contact is valid. */
  const check = (): boolean => {
    setChecked(true);
    return problem === null;
  };
  return {
    by,
    sent,
    check,
    field: {
      by,
      value,
      onBy: setBy,
      onValue: (text: string) => setTyped({ ...typed, [by]: text }),
      error: checked && problem ? t(problem) : null,
    },
    /** Sends a code for `type` and returns whether it was sent. */
    sendCode: (type: 'register' | 'forget' | 'unfreeze' | 'login'): Promise<boolean> =>
      check() ? succeeded(api.post('sms_mail', { ...sent, type })) : Promise.resolve(false),
  };
}
