import { NFT_TYPE } from '@karat/contract';
import { Button, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { PrivatePicture } from '../../ui/PrivatePicture.tsx';
import { usePrivateFile } from '../../ui/usePrivateFile.ts';
import type { Artwork } from './words.ts';

const WIDTH = 480;

function Picture({ address, name }: { address: string; name: string }) {
  const load = useCallback(() => api.kept(address), [address]);
  return <PrivatePicture load={load} name={name} width={WIDTH} />;
}

function Player({ file, name, isVideo }: { file: string; name: string; isVideo: boolean }) {
  const load = useCallback(() => api.kept(file), [file]);
  const { address, error, again } = usePrivateFile(load);
  if (error) return <Failure error={error} retry={again} />;
  if (address === null) return <Skeleton.Image active />;
  return isVideo ? (
    <video
      src={address}
      aria-label={`Video of ${name}`}
      controls
      style={{ width: WIDTH, maxWidth: '100%' }}
    />
  ) : (
    <audio src={address} aria-label={`Sound of ${name}`} controls style={{ width: '100%' }} />
  );
}

/** The picture of a work. Sound and video load on request, because they are large and each view is audited. */
export function Media({ artwork: { type, name, image, media } }: { artwork: Artwork }) {
  const [isPlayed, setIsPlayed] = useState(false);
  if (type === NFT_TYPE.gif) return <Picture address={media} name={name} />;
  const isVideo = type === NFT_TYPE.video;
  const hasPlayer = isVideo || type === NFT_TYPE.audio;
  return (
    <>
      {!(isVideo && isPlayed) && <Picture address={image.large} name={name} />}
      {hasPlayer && (
        <div style={{ marginTop: 8 }}>
          {isPlayed ? (
            <Player file={media} name={name} isVideo={isVideo} />
          ) : (
            <Button onClick={() => setIsPlayed(true)}>{isVideo ? 'Load the video' : 'Load the sound'}</Button>
          )}
        </div>
      )}
    </>
  );
}
