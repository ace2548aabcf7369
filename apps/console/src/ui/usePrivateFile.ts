import { useEffect, useState } from 'react';

/** A private file as an object URL that is revoked with the component; `load` must be stable while the file is the same. */
export function usePrivateFile(load: () => Promise<Blob>): {
  readonly address: string | null;
  readonly error: Error | null;
  readonly again: () => void;
} {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    load().then(
      (blob) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (failure: Error) => left || setError(failure),
    );
    return () => {
      left = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [load, tries]);
  const again = (): void => {
    setError(null);
    setTries(tries + 1);
  };
  return { address, error, again };
}
