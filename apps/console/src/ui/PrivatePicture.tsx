import { Image, Skeleton } from 'antd';
import { Failure } from './Page.tsx';
import { usePrivateFile } from './usePrivateFile.ts';

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
  const { address, error, again } = usePrivateFile(load);
  if (error) return <Failure error={error} retry={again} />;
  return address === null ? <Skeleton.Image active /> : <Image src={address} alt={name} width={width} />;
}
