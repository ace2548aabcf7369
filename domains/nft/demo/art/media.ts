import { encodeGif, encodePicture, encodeVideo } from '@karat/platform/images';
import { drawFrames, drawPicture } from './picture.ts';
import type { Drawing } from './picture.ts';
import { playScore } from './sound.ts';
import type { DemoWork } from './works.ts';

const PICTURE_SIDE = 720;
const PORTRAIT_SIDE = 320;
const GIF = { side: 240, frames: 16, frameMs: 120 } as const;
const VIDEO = { side: 256, frames: 40, frameMs: 100 } as const;

export interface MediaFile {
  readonly bytes: Buffer;
  readonly mime: 'image/webp' | 'image/gif' | 'audio/wav' | 'video/webm';
}

/** The file of a work; all but pictures have a poster as well. */
export interface WorkMedia {
  readonly file: MediaFile;
  readonly poster: MediaFile | null;
}

const stillOf = async (drawing: Drawing, side: number): Promise<MediaFile> => ({
  bytes: await encodePicture(drawPicture(drawing, side)),
  mime: 'image/webp',
});

/** Returns the file of a work, and its poster. The same work gives the same bytes. */
export async function renderWork(work: DemoWork): Promise<WorkMedia> {
  const { drawing } = work;
  switch (work.media) {
    case 'image':
      return { file: await stillOf(drawing, PICTURE_SIDE), poster: null };
    case 'gif': {
      const frames = drawFrames(drawing, GIF.side, GIF.frames);
      return {
        file: { bytes: await encodeGif(frames, GIF.frameMs), mime: 'image/gif' },
        poster: await stillOf(drawing, PICTURE_SIDE),
      };
    }
    case 'audio':
      return {
        file: { bytes: playScore(work.score), mime: 'audio/wav' },
        poster: await stillOf(drawing, PICTURE_SIDE),
      };
    case 'video': {
      const frames = drawFrames(drawing, VIDEO.side, VIDEO.frames);
      return {
        file: { bytes: await encodeVideo(frames, VIDEO.frameMs), mime: 'video/webm' },
        poster: await stillOf(drawing, PICTURE_SIDE),
      };
    }
  }
}

/** Returns the portrait of an artist as an abstract picture. */
export const renderPortrait = (seed: string): Promise<MediaFile> =>
  stillOf({ style: 'guilloche', palette: 'gilded', seed }, PORTRAIT_SIDE);
