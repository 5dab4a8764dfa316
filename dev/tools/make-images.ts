import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

const folder = new URL('../images/', import.meta.url)
const getPath = (file: string) => fileURLToPath(new URL(file, folder))

/** How each sample image is made from the drawing of its name. Only the maker needs the fonts of images/README.md. */
const images: Record<string, (drawing: string) => Promise<Sharp>> = {
  'buffering.gif': animated,
  'feierabend.webp': async (drawing) => drawn(drawing, 512).webp({ quality: 88 }),
  'fortune-cookie.webp': async (drawing) => drawn(drawing, 512).webp({ quality: 88 }),
  'free-lunch.jpg': async (drawing) => drawn(drawing, 512).jpeg({ quality: 84 }),
  'left-sock.png': flat,
  'lost-brolly.png': flat,
  'mini-doge.jpg': async (drawing) => drawn(drawing, 400).jpeg({ quality: 80 }),
  'moon-1000x.jpg': async (drawing) => drawn(drawing, 512).jpeg({ quality: 55 }),
  'muted-mic.png': flat,
  'night-owl.jpg': async (drawing) => drawn(drawing, 64).blur(1.2).jpeg({ quality: 30 }),
  'polite-robot.png': flat,
  'slow-elevator.png': flat,
  'tip-jar.png': flat,
}

for (const [file, make] of Object.entries(images)) {
  const drawing = await readFile(getPath(`drawings/${file.replace(/\.\w+$/, '.svg')}`), 'utf8')
  const { size } = await (await make(drawing)).toFile(getPath(file))
  process.stdout.write(`${file} ${size} bytes\n`)
}

function drawn(drawing: string, side: number): Sharp {
  return sharp(Buffer.from(drawing)).resize(side, side)
}

async function flat(drawing: string): Promise<Sharp> {
  return drawn(drawing, 512).png({ palette: true, colours: 64, compressionLevel: 9 })
}

/** One turn of the drawing's wheel in eight steps. */
async function animated(drawing: string): Promise<Sharp> {
  const turns = Array.from({ length: 8 }, (_, step) => drawing.replace('rotate(0 ', `rotate(${45 * step} `))
  const frames = await Promise.all(turns.map((turn) => drawn(turn, 320).png().toBuffer()))
  return sharp(frames, { join: { animated: true } }).gif({ colours: 32, delay: frames.map(() => 110), loop: 0 })
}
