import { createMetrics } from '../../../src/platform/metrics.ts'
import { column, text } from '../../../src/site/cards/card-nodes.ts'
import { createCardDrawer } from '../../../src/site/cards/render-card.ts'

export interface Lettering {
  x: number
  y: number
  /** The lines are aligned in this width. */
  width: number
  size: number
  fill?: string
  weight?: number
  align?: 'left' | 'center' | 'right'
  leading?: number
  /** Attributes of the element, such as `transform` or `opacity`. */
  attributes?: string
}

/** Draws lines of text as an element of an SVG. */
export type Write = (lines: string, lettering: Lettering) => Promise<string>

const positions = { left: 'flex-start', center: 'center', right: 'flex-end' }

/** Enough for a picture that is drawn no larger than this many pixels for each unit. */
const density = 3

/** Letters in the fonts that the service ships, so that every script looks the same on machines with other fonts. */
export function createWriter(): Write {
  const draw = createCardDrawer({ metrics: createMetrics() })
  return async (lines, { x, y, width, size, fill = '#111111', weight = 700, align = 'left', ...rest }) => {
    const { leading = 1.25, attributes = '' } = rest
    const rows = lines.split('\n')
    const above = size / 2 // accents on capitals rise above their line
    const height = Math.ceil(rows.length * size * leading + size + above)
    const style = {
      fontSize: size * density,
      lineHeight: leading,
      fontWeight: weight,
      color: fill,
      whiteSpace: 'nowrap',
    }
    const box = { width: width * density, height: height * density }
    const { png } = await draw(
      column(
        { ...box, paddingTop: above * density, alignItems: positions[align] },
        rows.map((row) => text(row === '' ? ' ' : row, style)),
      ),
      { size: box, signal: AbortSignal.timeout(60_000) },
    )
    return `<image x="${x}" y="${y - above}" width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}" ${attributes}/>`
  }
}
