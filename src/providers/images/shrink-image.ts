import { ImageRefused } from './images.ts'
import { sharp } from './sharp.ts'

export async function shrinkImage(bytes: Buffer, side: number): Promise<Buffer> {
  try {
    const image = sharp(bytes, { failOn: 'error' })
    const { width, height } = await image.metadata()
    const least = Math.min(side, width, height) // a small image isn't enlarged
    // Effort 2 takes a third of the time of 4, for a tenth more bytes.
    return await image.resize(least, least, { fit: 'cover' }).webp({ quality: 84, effort: 2 }).toBuffer()
  } catch (error) {
    throw new ImageRefused('must be an image that can be read', { cause: error })
  }
}
