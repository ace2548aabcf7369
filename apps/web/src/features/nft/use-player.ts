import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

const SKIP_S = 5;
const VOLUME_STEP = 0.1;

/** State of a player, in seconds. */
interface PlayerState {
  readonly isPlaying: boolean;
  readonly isLost: boolean;
  readonly time: number;
  readonly duration: number;
  readonly isMuted: boolean;
}

/** Plays an audio or video element: state, actions, and the keys of players. */
export function usePlayer(durationMs: number | null) {
  const element = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<PlayerState>({
    isPlaying: false,
    isLost: false,
    time: 0,
    duration: (durationMs ?? 0) / 1_000,
    isMuted: false,
  });
  const merge = (change: Partial<PlayerState>): void => setState((before) => ({ ...before, ...change }));
  const toggle = (): void => {
    const player = element.current;
    if (!player) return;
    // The error event reports a file that cannot be played.
    if (player.paused) void player.play().catch(() => undefined);
    else player.pause();
  };
  const seek = (time: number): void => {
    const player = element.current;
    if (!player) return;
    player.currentTime = Math.min(Math.max(0, time), state.duration);
    merge({ time: player.currentTime });
  };
  const mute = (): void => {
    if (element.current) element.current.muted = !element.current.muted;
  };
  const louder = (step: number): void => {
    if (element.current) element.current.volume = Math.min(1, Math.max(0, element.current.volume + step));
  };
  const retry = (): void => {
    merge({ isLost: false });
    element.current?.load();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ' ': toggle,
    k: toggle,
    m: mute,
    ArrowLeft: () => seek(state.time - SKIP_S),
    ArrowRight: () => seek(state.time + SKIP_S),
    ArrowUp: () => louder(VOLUME_STEP),
    ArrowDown: () => louder(-VOLUME_STEP),
    Home: () => seek(0),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // A focused button or slider handles its own keys.
    if (event.target !== event.currentTarget && [' ', 'Enter'].includes(event.key)) return;
    const run = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  const events = {
    onPlay: () => merge({ isPlaying: true }),
    onPause: () => merge({ isPlaying: false }),
    onTimeUpdate: () => merge({ time: element.current?.currentTime ?? 0 }),
    onVolumeChange: () => merge({ isMuted: element.current?.muted ?? false }),
    onError: () => merge({ isLost: true, isPlaying: false }),
    onDurationChange: () => {
      const duration = element.current?.duration ?? 0;
      if (Number.isFinite(duration) && duration > 0) merge({ duration });
    },
  };
  return { element, state, events, toggle, seek, mute, retry, onKeyDown };
}
