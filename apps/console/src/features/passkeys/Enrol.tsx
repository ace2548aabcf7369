import { Page } from '../../ui/Page.tsx';
import { RegisterPasskey } from './Passkeys.tsx';

/** All that an operator sees who has no passkey where one is required. */
export function Enrol() {
  return (
    <Page
      title="Register a passkey"
      hint="This console asks every operator for a passkey. Register one to go on; afterwards you log in with it."
    >
      <RegisterPasskey />
    </Page>
  );
}
