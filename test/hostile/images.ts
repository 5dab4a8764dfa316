import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** 768×768 of noise, another one each time: nothing compresses it. */
export const noise = (side = 768) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** 190 kB that take a second to decode: 5000×5000 of one colour, interlaced. `shade` makes each one another. */
export const slowToDecode = (shade: number) =>
  sharp({ create: { width: 5000, height: 5000, channels: 4, background: { r: shade, g: 0, b: 0, alpha: 0.5 } } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer()
