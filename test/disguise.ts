import sharp, { type Sharp } from 'sharp'

type Change = (image: Sharp, side: number) => Sharp

const crop =
  (left: number, top: number, width: number, height = width): Change =>
  (image, side) => {
    const [x, y, w, h] = [left, top, width, height].map((part) => Math.floor(side * part))
    return image.extract({ left: x ?? 0, top: y ?? 0, width: w ?? side, height: h ?? side })
  }

const frame =
  (part: number, background: string): Change =>
  (image, side) => {
    const edge = Math.floor(side * part)
    return image.extend({ top: edge, bottom: edge, left: edge, right: edge, background })
  }

const turn =
  (degrees: number, background: string): Change =>
  (image) =>
    image.rotate(degrees, { background })

/** What a copier does to a picture, so that it is another file and another fingerprint. */
const changes: [title: string, ...steps: Change[]][] = [
  ['mirrored', (image) => image.flop()],
  ['upside-down', (image) => image.flip()],
  ['negative', (image) => image.negate({ alpha: false })],
  ['cropped-centre', crop(0.05, 0.05, 0.9)],
  ['cropped-top-left', crop(0, 0, 0.9)],
  ['cropped-top-right', crop(0.1, 0, 0.9)],
  ['cropped-bottom-left', crop(0, 0.1, 0.9)],
  ['cropped-bottom-right', crop(0.1, 0.1, 0.9)],
  ['cropped-less', crop(0.025, 0.025, 0.95)],
  ['shifted-right', crop(0.05, 0, 0.95, 1)],
  ['shifted-left', crop(0, 0, 0.95, 1)],
  ['shifted-up', crop(0, 0.05, 1, 0.95)],
  ['framed-dark', frame(0.06, '#111')],
  ['framed-white', frame(0.03, '#fff')],
  ['turned-3', turn(3, '#fff')],
  ['turned-back-3', turn(-3, '#fff')],
  ['turned-5', turn(5, '#000')],
  ['turned-back-5', turn(-5, '#fff')],
  ['turned-2', turn(2, '#fff')],
  ['mirrored-cropped', (image) => image.flop(), crop(0, 0, 0.9)],
  ['negative-cropped', (image) => image.negate({ alpha: false }), crop(0.05, 0.05, 0.9)],
  ['mirrored-framed', (image) => image.flop(), frame(0.06, '#111')],
]

/** Copies of a square picture, as PNG. */
export const disguise = (picture: Buffer): Promise<{ title: string; bytes: Buffer }[]> =>
  Promise.all(
    changes.map(async ([title, ...steps]) => {
      let bytes = await sharp(picture).flatten({ background: '#808080' }).png().toBuffer()
      for (const step of steps) {
        const { width } = await sharp(bytes).metadata()
        bytes = await step(sharp(bytes), width).png().toBuffer()
      }
      return { title, bytes }
    }),
  )
