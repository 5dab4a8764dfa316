import type { ScoreResult } from '../scoring/schemas.ts'
import { type CardNode, column, dark, drawing, line, lines, row } from './card-nodes.ts'
import {
  type Publisher,
  brand,
  chip,
  facts,
  formatInstant,
  inset,
  isWarned,
  nameLines,
  number,
  picture,
  scale,
  sparks,
  strip,
  tick,
  warningStrip,
} from './card-parts.ts'

interface LaunchCard {
  score: ScoreResult
  tagline: string | null
  scheduledFor: string | null
  isPast: boolean
  /** Null: its bytes are gone. */
  image: Uint8Array | null
}

export const launchPictureSide = 344

/** The card of a launch: when it is to be, and what its score says. A critical warning stands before the time. */
export function layOutLaunchCard(launch: LaunchCard, publisher: Publisher): CardNode {
  const { score, tagline, image } = launch
  const { name, symbol } = score.submission
  const warning = warningStrip(score)
  const when = formatWhen(launch)
  const side = 316
  const width = 1200 - 3 * inset - side - 8
  return column({ width: '100%', height: '100%', backgroundColor: dark('bg'), color: dark('ink') }, [
    warning ?? strip(when, { ground: dark('btn'), ink: dark('onBtn') }),
    row({ flexGrow: 1, height: 0, width: '100%', alignItems: 'stretch', padding: `40px ${inset}px 44px`, gap: 64 }, [
      column({ width: side, flexShrink: 0, justifyContent: 'space-between' }, [
        picture(image, side),
        brand(score, publisher, side),
      ]),
      column({ width, justifyContent: 'space-between' }, [
        column({ width }, [
          nameLines(name, width),
          facts(symbol, warning ? [when] : [], false, width),
          signed,
          ...(tagline ? [lines(tagline, 2, { fontSize: 28, lineHeight: 1.3, width, marginTop: 16 })] : []),
        ]),
        scoreStrip(score, width),
      ]),
    ]),
  ])
}

function formatWhen({ scheduledFor, isPast }: LaunchCard): string {
  if (scheduledFor === null) return 'No launch date yet'
  return `${isPast ? 'Launch time was' : 'Launches'} ${formatInstant(scheduledFor)}`
}

const signed = row({ gap: 8, marginTop: 6, fontSize: 24, color: dark('muted') }, [
  drawing(tick, { side: 16, size: 22, color: dark('ink') }),
  line('Signed by the creator', { lineHeight: 1.3 }),
])

const scoreStrip = (score: ScoreResult, width: number): CardNode =>
  row(
    {
      width,
      height: 124,
      gap: 24,
      padding: '0px 28px',
      borderRadius: 24,
      backgroundColor: dark('card'),
      border: `2px solid ${dark('line')}`,
      justifyContent: 'space-between',
    },
    [
      number(score, 72),
      column({ gap: 8, flexGrow: 1, width: 0 }, [
        chip(score, { fontSize: isWarned(score) ? 22 : 24 }),
        line(scale(score), { fontSize: 20, lineHeight: 1.3, color: dark('muted'), width: '100%' }),
      ]),
      sparks(score, { height: 64, width: 18 }),
    ],
  )
