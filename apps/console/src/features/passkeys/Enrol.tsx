import { Page } from '../../ui/Page.tsx';
import { RegisterPasskey } from './Passkeys.tsx';

/** The only page for operators who must register a passkey first. */
export function Enrol() {
  return (
    <Page
      title="Register a passkey"
      hint="Every operator needs a passkey. Register one to continue; you log in with it from now on."
    >
      <RegisterPasskey />
    </Page>
  );
}
