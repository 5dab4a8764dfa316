import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { colors, drawMark } from '../contract/design.ts'
import type { Assets } from '../contract/props/assets.ts'

type Pictures = Pick<Assets, 'icon' | 'icons'>

/** Draws the icons of the site, under names that hold a hash of their content. */
export async function buildPictures(folder: URL): Promise<Pictures> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, ending: string, bytes: Buffer): string => {
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
    const file = `${name}-${hash}.${ending}`
    writeFileSync(new URL(file, folder), bytes)
    return `/assets/${file}`
  }
  const icons: Record<string, string> = {}
  for (const { name, size, inset } of iconForms) icons[name] = write(name, 'png', await drawIcon(size, inset))
  return {
    icon: write('icon', 'svg', readFileSync(new URL('src/icon.svg', import.meta.url))),
    icons: { ...icons, ico: write('favicon', 'ico', toIco(await drawIcon(32, 0.1))) } as Pictures['icons'], // of iconForms
  }
}

/** `inset` is the share of the picture that stays free on each side: platforms cut maskable icons to their shapes. */
const iconForms = [
  { name: 'apple', size: 180, inset: 0.2 },
  { name: 'small', size: 192, inset: 0.14 },
  { name: 'large', size: 512, inset: 0.14 },
  { name: 'maskable', size: 512, inset: 0.26 },
]

/** The mark in white on the dark page. */
async function drawIcon(size: number, inset: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const scale = (size * (1 - 2 * inset)) / 32
  const radius = inset === 0.26 || inset === 0.2 ? 0 : size * 0.2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${radius}" fill="${colors.bg.dark}"/>
    <g transform="translate(${size * inset} ${size * inset}) scale(${scale})">
      ${drawMark({ line: '#fff', dot: colors.accent.dark })}</g></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** An ICO file with one PNG of 32 by 32. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // with one picture
  head.set([32, 32], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
