import { Image, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { Failure } from './Page.tsx';

/** A picture for its owner and reviewers. Loaded with the operator's session and not cached. */
export function PrivatePicture({
  load,
  name,
  width = 320,
}: {
  /** Must be stable while the picture is the same. */
  load: () => Promise<Blob>;
  name: string;
  width?: number;
}) {
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
  if (error) return <Failure error={error} retry={again} />;
  return address === null ? <Skeleton.Image active /> : <Image src={address} alt={name} width={width} />;
}
