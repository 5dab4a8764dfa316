import sharp from 'sharp'
import { backgroundColour, type Image, ImageRefused, minJudgedSide } from './images.ts'

const allowedLoaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowedLoaders })
sharp.cache(false)
sharp.concurrency(1)

/** Takes 50 ms and 22 MB to load, so only modules that are imported for an image import this one. */
export { sharp }

/** Evenly on both sides, until each side has 64 pixels. */
export async function padImage({ bytes, width, height }: Pick<Image, 'bytes' | 'width' | 'height'>): Promise<Buffer> {
  const missingColumns = Math.max(0, minJudgedSide - width)
  const missingRows = Math.max(0, minJudgedSide - height)
  const left = Math.floor(missingColumns / 2)
  const top = Math.floor(missingRows / 2)
  return sharp(bytes, { failOn: 'error' })
    .toColourspace('srgb')
    .extend({ left, right: missingColumns - left, top, bottom: missingRows - top, background: backgroundColour })
    .png()
    .toBuffer()
}

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
