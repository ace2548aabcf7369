import type { FiatMethod } from '@karat/contract';
import type { PaymentProvider } from '@karat/platform/payments';
import type { FiatDeps } from './deps.ts';

type Configured = Pick<FiatDeps, 'providers' | 'offers'>;

/** Returns the provider of a name, if it is configured. */
export const providerNamed = (
  { providers }: Pick<FiatDeps, 'providers'>,
  name: string | null,
): PaymentProvider | undefined => providers.find((provider) => provider.name === name);

/** Returns the provider that the offers name for a method, else the first that has the method. */
export function providerOf(
  { providers, offers }: Configured,
  method: Exclude<FiatMethod, 'swift'>,
): PaymentProvider | undefined {
  const { provider: named } = offers.providers[method];
  return providers.find(
    ({ name, methods }) => methods.includes(method) && (named === undefined || named === name),
  );
}

/** Returns the first provider that the offers name and that is not among the given names. */
export const missingProvider = (
  { providers }: FiatDeps['offers'],
  names: readonly string[],
): string | undefined =>
  Object.values(providers)
    .flatMap(({ provider, currencies }) =>
      provider === undefined || currencies.length === 0 ? [] : [provider],
    )
    .find((name) => !names.includes(name));
