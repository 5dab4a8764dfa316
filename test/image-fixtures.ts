import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Colour = [red: number, green: number, blue: number] | [red: number, green: number, blue: number, alpha: number]

/** An image of one colour per pixel, before it is encoded: `.png()`, `.jpeg()` … make it a file. */
export function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour) {
  const channels = colourAt(0, 0).length
  const pixels = Buffer.alloc(width * height * channels)
  for (let n = 0; n < width * height; n++) pixels.set(colourAt(n % width, Math.floor(n / width)), n * channels)
  return sharp(pixels, { raw: { width, height, channels } })
}

/** One colour all over. */
export const plain = (width: number, height: number, colour: Colour) => draw(width, height, () => colour)

/** Frames of 8×8, one colour each: `.gif()` and `.webp()` make them an animation. */
export function frames(...colours: Colour[]) {
  const pixels = colours.flatMap((colour) => Array.from({ length: 64 }, () => colour))
  const raw = { width: 8, height: 8 * colours.length, channels: 3 as const, pageHeight: 8 }
  return sharp(Buffer.from(pixels.flat<number[][]>()), { raw })
}

/** The pixel at a place of an encoded image, as its red, green and blue. */
export async function pixelAt(png: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(png).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + 3)]
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** One chunk of a PNG, with a right checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** The types of a PNG's chunks, in order. */
export function splitChunks(png: Buffer): string[] {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(png.toString('latin1', at + 4, at + 8))
  return types
}

/** A PNG whose head claims a size that its few bytes of body don't have. */
export function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8) // 8 bits, red green blue
  const body = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([pngSignature, chunk('IHDR', head), body, chunk('IEND', Buffer.alloc(0))])
}

/** An animated PNG: `png` for its still image and first frame, then a frame of `hidden`'s pixels. Both 8 bits, same size. */
export function animate(png: Buffer, hidden: Buffer): Buffer {
  const size = png.subarray(16, 24)
  const control = (sequence: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.set(size, 4)
    data.set([0, 1, 0, 10], 20) // a tenth of a second
    return chunk('fcTL', data)
  }
  const count = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
  const second = Buffer.concat([Buffer.from([0, 0, 0, 2]), readData(hidden)])
  const [head, rest] = [png.subarray(0, 33), png.subarray(33, -12)]
  const end = png.subarray(-12)
  return Buffer.concat([head, chunk('acTL', count), control(0), rest, control(1), chunk('fdAT', second), end])
}

function readData(png: Buffer): Buffer {
  const start = png.indexOf('IDAT') + 4
  return png.subarray(start, start + png.readUInt32BE(start - 8))
}

/** A progressive JPEG whose last scan is there `scans` times. */
export async function repeatScan(scans: number): Promise<Buffer> {
  const jpeg = await draw(64, 64, (x, y) => [x * 4, y * 4, x ^ y])
    .jpeg({ progressive: true })
    .toBuffer()
  const last = jpeg.lastIndexOf(Buffer.of(0xff, 0xda))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, last), ...Array.from({ length: scans }, () => scan), jpeg.subarray(-2)])
}
