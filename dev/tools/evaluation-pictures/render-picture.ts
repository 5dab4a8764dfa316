import sharp from 'sharp'

export interface Picture {
  /** The parts of an SVG of 256 by 256. */
  parts: string
  ground?: string
  side?: number
  /** Parts of the drawing are spread by this many pixels. */
  blur?: number
  /** 0 to 1: how much of its contrast is left. */
  contrast?: number
  /** Specks drawn over it, by a fixed sequence. */
  specks?: number
}

/** The picture as a PNG of few colours: the same bytes from the same description. */
export async function renderPicture({ parts, ground = '#ffffff', side = 192, ...rest }: Picture): Promise<Buffer> {
  const { blur = 0, contrast = 1, specks = 0 } = rest
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="${side}" height="${side}"><rect width="256" height="256" fill="${ground}"/>${parts}${drawSpecks(specks)}</svg>`
  let image = sharp(Buffer.from(svg))
  if (blur > 0) image = image.blur(blur)
  if (contrast < 1) image = image.linear(contrast, 128 * (1 - contrast))
  const isSoft = blur > 0 || contrast < 1
  return image.png({ palette: !isSoft, colours: 64, dither: 0, compressionLevel: 9, effort: 10 }).toBuffer()
}

/** Specks at places and in colours of a linear congruential sequence. */
function drawSpecks(count: number): string {
  let state = 7
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  return Array.from(
    { length: count },
    () =>
      `<rect x="${next(250)}" y="${next(250)}" width="${4 + next(10)}" height="${4 + next(10)}" fill="hsl(${next(360)} 80% ${30 + next(50)}%)"/>`,
  ).join('')
}
