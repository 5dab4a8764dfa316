import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { colors, markPath } from '../contract/design.ts'
import type { Assets } from '../contract/props/assets.ts'

type Pictures = Pick<Assets, 'icon' | 'icons' | 'card'>

/** Draws the icons of the site and the card that links to most pages show, under names that hold a hash of their content. */
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
    card: write('card', 'png', await drawCard()),
  }
}

/** `inset` is the share of the picture that stays free on each side: platforms cut maskable icons to their shapes. */
const iconForms = [
  { name: 'apple', size: 180, inset: 0.2 },
  { name: 'small', size: 192, inset: 0.14 },
  { name: 'large', size: 512, inset: 0.14 },
  { name: 'maskable', size: 512, inset: 0.26 },
]

/** The mark in white on ink; drawn without text, so that no font is needed. */
async function drawIcon(size: number, inset: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const scale = (size * (1 - 2 * inset)) / 32
  const radius = inset === 0.26 || inset === 0.2 ? 0 : size * 0.2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${radius}" fill="${colors.ink.light}"/>
    <path transform="translate(${size * inset} ${size * inset}) scale(${scale})" fill="#fff" d="${markPath}"/></svg>`
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

const inter = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))

/** 1200×630: the mark, one sentence, and a score's six bars. It names no service, because each deployment has a name of its own. */
async function drawCard(): Promise<Buffer> {
  const { Renderer } = await import('@takumi-rs/core')
  const renderer = new Renderer()
  await renderer.registerFont({ name: 'inter', data: readFileSync(inter) })
  return Buffer.from(await renderer.render(card, { width: 1200, height: 630, format: 'png', fontFamilies: ['inter'] }))
}

type Style = Record<string, string | number>
type Node = { type: 'container'; style: Style; children: Node[] } | { type: 'text'; text: string; style: Style }

const box = (style: Style, children: Node[] = []): Node => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children,
})
const text = (words: string, style: Style): Node => ({ type: 'text', text: words, style })

const { bg, ink, muted, line, green, amber, red } = colors

const bar = (share: number, color: string): Node =>
  box({ width: '100%', height: 22, borderRadius: 11, backgroundColor: line.dark }, [
    box({ width: `${share}%`, height: 22, borderRadius: 11, backgroundColor: color }),
  ])

const mark = [6, 11, 17, 24].map((height) => box({ width: 16, height: height * 4, backgroundColor: ink.dark }))

const card: Node = box(
  {
    width: '100%',
    height: '100%',
    padding: 72,
    gap: 72,
    backgroundColor: bg.dark,
    color: ink.dark,
    alignItems: 'center',
  },
  [
    box({ flexDirection: 'column', width: 620, gap: 36 }, [
      box({ gap: 12, alignItems: 'flex-end' }, mark),
      text('Know how your launch will land, before you launch', {
        fontSize: 62,
        lineHeight: 1.1,
        fontWeight: 700,
        letterSpacing: -2,
      }),
      text('Six signals. One score out of 100. Every reason shown.', {
        fontSize: 28,
        lineHeight: 1.35,
        color: muted.dark,
      }),
    ]),
    box({ flexDirection: 'column', flexGrow: 1, gap: 26 }, [
      bar(83, green.dark),
      bar(95, green.dark),
      bar(58, amber.dark),
      bar(100, green.dark),
      bar(75, green.dark),
      bar(36, red.dark),
    ]),
  ],
)
