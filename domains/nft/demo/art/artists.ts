/** Artists of the demonstration. The people are invented. */
export interface DemoArtist {
  readonly key: ArtistKey;
  readonly name: string;
  readonly biography: string;
  /** Seed of the portrait, an abstract picture. */
  readonly portrait: string;
}

export type ArtistKey = 'solano' | 'lindqvist' | 'wei';

export const ARTISTS: readonly DemoArtist[] = [
  {
    key: 'solano',
    name: 'Mira Solano',
    biography:
      'Mira Solano trained as an oceanographer in Valparaíso and draws currents: of water, of ink, of heat. Each line follows a field that she never sees as a whole until the picture is done.',
    portrait: 'portrait solano',
  },
  {
    key: 'lindqvist',
    name: 'Tadeo Lindqvist',
    biography:
      'Tadeo Lindqvist lays tiles, for floors first and for screens since 2019. His work asks how much order a pattern needs before the eye begins to wander in it. He lives in Malmö.',
    portrait: 'portrait lindqvist',
  },
  {
    key: 'wei',
    name: 'Anouk Wei',
    biography:
      'Anouk Wei composes for strings that do not exist and for planets that do. Her pictures and pieces are written as short programs, and no two seeds are played twice. She works between Lyon and Taipei.',
    portrait: 'portrait wei',
  },
];
