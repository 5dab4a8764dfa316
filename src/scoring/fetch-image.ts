import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import { type Image, ImageRefused } from '../providers/images/images.ts'
import { findShownUpload } from './uploads/get-upload.ts'
import { findUploadHash } from './uploads/upload-url.ts'

export function checkImageUrl({ config, images }: Deps, url: string): void {
  if (findUploadHash(config.publicUrl, url) !== null) return
  try {
    images.check(url)
  } catch (error) {
    refuse(error)
  }
}

/** An uploaded image comes from the store. Every failure is a fault of the caller's `imageUrl` (D20). */
export function fetchImage({ config, db, images }: Deps, url: string, signal: AbortSignal): Promise<Image> {
  const hash = findUploadHash(config.publicUrl, url)
  return hash === null ? images.fetch(url, signal).catch(refuse) : readUploaded(db, hash)
}

async function readUploaded(db: Deps['db'], hash: string): Promise<Image> {
  const image = await findShownUpload(db, hash)
  if (!image) throw badField('imageUrl', 'names an upload that is not stored: upload the image again')
  return image
}

function refuse(error: unknown): never {
  throw error instanceof ImageRefused ? badField('imageUrl', error.message) : error
}
