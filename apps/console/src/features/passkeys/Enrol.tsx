import { Page } from '../../ui/Page.tsx';
import { RegisterPasskey } from './Passkeys.tsx';

/** The only page for operators who must register a passkey first. */
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
