import type { Deps } from '../deps.ts'
import { type Images, ImageRefused } from '../providers/images/images.ts'
import { findImage } from './store.ts'
import { getShownBody } from './takedown/get-shown-body.ts'
import { refuseHidden } from './takedown/refuse-hidden.ts'
import { type TakedownDeps, createShownCache } from './takedown/shown-cache.ts'

/** Null: there is no such score, or no image that can be shown. Throws `hidden`. */
export type GetThumbnail = (scoreId: string, side: number) => Promise<Buffer | null>

interface Thumbnail {
  bytes: Buffer | null
}

const maxBytes = 32 * 1024 * 1024

/** Caches square WebP thumbnails of the images of scores, which never change. Concurrent requests for one share its making. */
export function createThumbnails({
  reads,
  images,
  ...deps
}: Pick<Deps, 'reads'> & TakedownDeps & { images: Pick<Images, 'shrink'> }): GetThumbnail {
  const cache = createShownCache<Thumbnail>(deps, { maxBytes, getSize: ({ bytes }) => (bytes?.length ?? 0) + 64 })
  const make = async (scoreId: string, side: number): Promise<Thumbnail> => {
    const image = await findImage(reads, scoreId)
    refuseHidden(image?.hiddenReason)
    if (!image?.bytes) return { bytes: null }
    const bytes = await images.shrink(image.bytes, side).catch(toNone)
    await getShownBody(reads, scoreId) // again, because it may have been taken down meanwhile
    return { bytes }
  }
  return async (scoreId, side) => (await cache(`${scoreId}.${side}`, () => make(scoreId, side))).bytes
}

function toNone(error: unknown): null {
  if (error instanceof ImageRefused) return null
  throw error
}
