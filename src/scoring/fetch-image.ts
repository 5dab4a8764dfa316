import { badField } from '../platform/errors.ts'
import { type Image, type Images, ImageRefused } from '../providers/images/images.ts'

/** Refuses an address that the rules forbid, before anything is sent. */
export function checkImageUrl(images: Images, url: string): void {
  try {
    images.check(url)
  } catch (error) {
    refuse(error)
  }
}

/** Fetches the image at `url`. Every fault of the image is a fault of the caller's `imageUrl` (D20). */
export const fetchImage = (images: Images, url: string, signal: AbortSignal): Promise<Image> =>
  images.fetch(url, signal).catch(refuse)

function refuse(error: unknown): never {
  throw error instanceof ImageRefused ? badField('imageUrl', error.message) : error
}
