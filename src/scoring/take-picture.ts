import { badField } from '../platform/errors.ts'
import { type Images, type Picture, PictureRefused } from '../providers/images.ts'

/** Refuses an address that can't be fetched, by its looks, before anybody is asked anything. */
export function checkImageUrl(images: Images, url: string): void {
  try {
    images.check(url)
  } catch (error) {
    refuse(error)
  }
}

/** The picture at `url`; whatever is wrong with it is the caller's `imageUrl` (D20). */
export const takePicture = (images: Images, url: string, signal: AbortSignal): Promise<Picture> =>
  images.take(url, signal).catch(refuse)

function refuse(error: unknown): never {
  throw error instanceof PictureRefused ? badField('imageUrl', error.message) : error
}
