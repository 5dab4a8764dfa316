import { type CardNode, column, dark, line, row } from './card-nodes.ts'
import {
  type Publisher,
  type ShownScore,
  bars,
  brand,
  chip,
  facts,
  formatDate,
  hasStrip,
  inset,
  leadStrip,
  nameLines,
  number,
  picture,
  scale,
} from './card-parts.ts'

export const cardSizes = { wide: { width: 1200, height: 630 }, tall: { width: 1200, height: 800 } } as const
export type CardSize = keyof typeof cardSizes

/** Smaller below a strip. */
export const pictureSides = { wide: 344, tall: 400 } as const

interface ScoreCard extends ShownScore {
  isAttested: boolean
  /** Null: its bytes are gone. */
  image: Uint8Array | null
}

export function layOutCard(
  { score, state, isAttested, image }: ScoreCard,
  { size, publisher, titleOf }: { size: CardSize; publisher: Publisher; titleOf: (name: string) => string },
): CardNode {
  const { name, symbol } = score.submission
  const shown = { score, state }
  const side = size === 'wide' && hasStrip(shown) ? 316 : pictureSides[size]
  const left = pictureSides[size]
  const width = 1200 - 3 * inset - left - 8
  const top = hasStrip(shown) ? 40 : inset
  const lead = leadStrip(shown)
  const others = [formatDate(score.createdAt), ...(state.isUnsigned ? ['Unsigned'] : [])]
  return column({ width: '100%', height: '100%', backgroundColor: dark('bg'), color: dark('ink') }, [
    ...(lead ? [lead] : []),
    row(
      { flexGrow: 1, height: 0, width: '100%', alignItems: 'stretch', padding: `${top}px ${inset}px 44px`, gap: 64 },
      [
        column({ width: left, flexShrink: 0, justifyContent: 'space-between' }, [
          picture(image, side),
          brand(score, publisher, left),
        ]),
        column({ width, justifyContent: 'space-between' }, [
          column({ width }, [nameLines(name, width), facts(symbol, others, isAttested, width)]),
          total(shown),
          bars(score, { columns: size === 'wide' ? 2 : 1, width, titleOf }),
        ]),
      ],
    ),
  ])
}

const total = (shown: ShownScore): CardNode =>
  row({ gap: 28 }, [
    number(shown.score, 136),
    column({ gap: 10, flexShrink: 1 }, [
      chip(shown, { fontSize: 30 }),
      line(scale(shown), { fontSize: 23, lineHeight: 1.3, color: dark('muted') }),
    ]),
  ])
