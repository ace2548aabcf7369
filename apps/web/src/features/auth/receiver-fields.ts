import { useState } from 'react';
import type { CallError } from '../../lib/envelope.ts';
import { api } from '../../lib/api.ts';
import { useFormState } from '../../lib/form-state.ts';
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
  const { form, at, check, action, shows } = useFormState(
    { email: '', mobile: '' },
    { receiver_invalid: by },
    { user_string: by, area_code: by },
  );
  const { value, onValue, errorFor } = at(by);
  const problem = receiverProblem(by, form[by]);
  /** `user_string` and, for phones, the dialling code. */
  const sent = { user_string: tidyReceiver(by, value), ...(by === 'mobile' ? { area_code: area } : {}) };
  /** Shows errors and returns whether the contact is valid. */
  const isValid = (): boolean => {
    check();
    return problem === null;
  };
  return {
    by,
    sent,
    check: isValid,
    field: {
      by,
      value,
      onBy: setBy,
      onValue,
      error: errorFor(problem && t(problem)),
    },
    /** Shows a refusal at the contact and returns whether it belongs there. */
    refused: (refusal: CallError): boolean => {
      const isOurs = shows(refusal);
      if (isOurs) action.onRefused(refusal);
      return isOurs;
    },
    /** Sends a code for `type` and returns whether it was sent. */
    sendCode: (type: 'register' | 'forget' | 'unfreeze' | 'login'): Promise<boolean> =>
      isValid() ? succeeded(api.post('sms_mail', { ...sent, type })) : Promise.resolve(false),
  };
}
