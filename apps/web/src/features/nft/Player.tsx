import { Maximize, Pause, Play, RotateCcw, Volume2, VolumeX } from 'lucide-react';
import { NFT_TYPE } from '@karat/contract';
import { onLine } from '../../lib/line.ts';
import { useText } from '../../lib/text.ts';
import { Button, IconButton } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';
import type { Detail } from './tile.ts';
import { usePlayer } from './use-player.ts';

const minutes = (seconds: number): string => {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** Position in the piece: the native input lies invisibly over the drawn one. */
function Seek({
  time,
  duration,
  onSeek,
}: {
  readonly time: number;
  readonly duration: number;
  readonly onSeek: (time: number) => void;
}) {
  const t = useText(nftText);
  const share = duration > 0 ? Math.min(1, time / duration) : 0;
  return (
    <div className="relative h-11 flex-1">
      <input
        type="range"
        aria-label={t('position')}
        aria-valuetext={`${minutes(time)} / ${minutes(duration)}`}
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={Math.min(time, duration)}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer opacity-0"
      />
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line outline-offset-8 outline-gold-ink peer-focus-visible:outline-2"
      >
        <div className="h-full origin-left bg-gold" style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  );
}

type State = ReturnType<typeof usePlayer>['state'];

/** Over the picture: the large button, or what went wrong. */
function Cover({
  state,
  isVideo,
  onPlay,
  onRetry,
}: {
  readonly state: State;
  readonly isVideo: boolean;
  readonly onPlay: () => void;
  readonly onRetry: () => void;
}) {
  const t = useText(nftText);
  if (state.isLost)
    return (
      <div role="alert" className="absolute inset-0 grid place-items-center bg-bg/85 p-6 text-center">
        <div className="flex flex-col items-center gap-3">
          <p>{t(isVideo ? 'video_error' : 'audio_error')}</p>
          <Button variant="plain" onClick={onRetry}>
            <RotateCcw className="size-5" aria-hidden="true" />
            {t('retry_media')}
          </Button>
        </div>
      </div>
    );
  if (state.isPlaying) return null;
  return (
    <button
      type="button"
      aria-label={t('play')}
      onClick={onPlay}
      className="absolute inset-0 m-auto grid size-18 place-items-center rounded-full bg-bg/80 text-ink"
    >
      <Play className="size-8 translate-x-0.5 fill-current" aria-hidden="true" />
    </button>
  );
}

interface ControlsProps {
  readonly state: State;
  readonly onToggle: () => void;
  readonly onSeek: (time: number) => void;
  readonly onMute: () => void;
  /** Absent for sounds. */
  readonly onFullScreen: (() => void) | undefined;
}

function Controls({ state, onToggle, onSeek, onMute, onFullScreen }: ControlsProps) {
  const t = useText(nftText);
  return (
    <div className="flex items-center gap-1 rounded-b-lg bg-surface px-1 wide:mt-2 wide:rounded-lg">
      <IconButton label={t(state.isPlaying ? 'pause' : 'play')} onClick={onToggle}>
        {state.isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <Seek time={state.time} duration={state.duration} onSeek={onSeek} />
      <span className="px-2 text-xs text-muted tnum">
        {minutes(state.time)} / {minutes(state.duration)}
      </span>
      <IconButton label={t(state.isMuted ? 'unmute' : 'mute')} aria-pressed={state.isMuted} onClick={onMute}>
        {state.isMuted ? <VolumeX /> : <Volume2 />}
      </IconButton>
      {onFullScreen && (
        <IconButton label={t('full_screen')} onClick={onFullScreen}>
          <Maximize />
        </IconButton>
      )}
    </div>
  );
}

/** An audio or video work with its controls. Space, arrows, M and F work as in other players. */
export function Player({
  detail: { tile },
  media,
}: {
  readonly detail: Detail;
  readonly media: NonNullable<Detail['media']>;
}) {
  const t = useText(nftText);
  const isVideo = tile.type === NFT_TYPE.video;
  const { element, state, events, toggle, seek, mute, retry, onKeyDown } = usePlayer(media.duration_ms);
  const fullScreen = (): void => void element.current?.requestFullscreen().catch(() => undefined);
  const source = { src: onLine(media.url), preload: 'metadata', 'aria-label': tile.name, ...events } as const;
  return (
    <div
      role="group"
      aria-label={t('player', { name: tile.name })}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'f' && isVideo) fullScreen();
        else onKeyDown(event);
      }}
      className="outline-offset-2"
    >
      <div className="relative overflow-hidden wide:rounded-lg">
        <NftPicture image={tile.image} alt={tile.name} size="full" eager className="aspect-square" />
        {isVideo ? (
          <video
            {...source}
            ref={element}
            playsInline
            loop
            poster={tile.image.large}
            onClick={toggle}
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <audio {...source} ref={element} />
        )}
        <Cover state={state} isVideo={isVideo} onPlay={toggle} onRetry={retry} />
      </div>
      <Controls
        state={state}
        onToggle={toggle}
        onSeek={seek}
        onMute={mute}
        onFullScreen={isVideo ? fullScreen : undefined}
      />
    </div>
  );
}
