import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { NftDeps } from './deps.ts';
import type { Artwork } from './types.ts';

/** Makes the files of an approved artwork public; an address changes where its owner has published the same bytes before. */
export async function publishArtwork(
  { files }: Pick<NftDeps, 'files'>,
  tx: Tx,
  { id, mediaUrl, pictures }: Artwork,
): Promise<void> {
  // Versions of a small picture may be the same file.
  const published = new Map<string, string>();
  for (const url of new Set([mediaUrl, pictures.small, pictures.medium, pictures.large]))
    published.set(url, await files.publish(tx, url));
  const at = (url: string): string => published.get(url) ?? url;
  const versions = {
    ...pictures,
    small: at(pictures.small),
    medium: at(pictures.medium),
    large: at(pictures.large),
  };
  await tx.run(sql`
    update nft_artworks set media_url = ${at(mediaUrl)}, pictures = ${JSON.stringify(versions)}::jsonb where id = ${id}`);
}
