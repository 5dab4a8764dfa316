import type { Deps } from '../deps.ts'
import { ImageRefused } from '../providers/images/images.ts'
import { createShownCache, getShownBody } from './shown-body.ts'
import { findImage } from './store.ts'
import { refuseHidden } from './visibility.ts'

export type GetThumbnail = (scoreId: string, side: number) => Promise<Buffer | null>

const maxBytes = 32 * 1024 * 1024

/** Not cached: a score may be stored later, and a deleted image may come back. */
class NoImage extends Error {}

export function createThumbnails(deps: Deps): GetThumbnail {
  const { reads, images } = deps
  const cache = createShownCache<Buffer>(deps, { maxBytes, getSize: ({ length }) => length + 64 })
  const make = async (scoreId: string, side: number): Promise<Buffer> => {
    const image = await findImage(reads, scoreId)
    refuseHidden(image?.hiddenReason)
    if (!image?.bytes) throw new NoImage()
    const bytes = await images.shrink(image.bytes, side)
    await getShownBody(reads, scoreId) // again, because it may have been taken down meanwhile
    return bytes
  }
  return async (scoreId, side) => {
    try {
      return await cache(`${scoreId}.${side}`, () => make(scoreId, side))
    } catch (error) {
      if (error instanceof NoImage || error instanceof ImageRefused) return null
      throw error
    }
  }
}
