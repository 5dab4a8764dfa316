import { type Image, backgroundColour, minJudgedSide } from './images.ts'
import { sharp } from './sharp.ts'

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
