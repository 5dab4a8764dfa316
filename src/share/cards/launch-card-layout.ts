import type { LaunchPhase } from '../../launches/launch-phase.ts'
import type { ScoreResult } from '../../scoring/schemas.ts'
import { type CardNode, column, dark, drawing, line, lines, row } from './card-nodes.ts'
import {
  type Publisher,
  brand,
  chip,
  facts,
  formatDate,
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
  /** In words. */
  when: string
  /** Null: its bytes are gone. */
  image: Uint8Array | null
}

export const launchPictureSide = 344

/** The card of a launch: its time and its score. A critical warning comes before the time. */
export function layOutLaunchCard(launch: LaunchCard, publisher: Publisher): CardNode {
  const { score, tagline, when, image } = launch
  const { name, symbol } = score.submission
  const warning = warningStrip(score)
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

interface When {
  phase: LaunchPhase
  /** null: there is none. */
  scheduledFor: string | null
  /** null: the chain doesn't show that it has launched. */
  launched: { at: string; outcome: string | null } | null
}

/** When a launch is to be, or when it was. */
export function formatWhen({ phase, scheduledFor, launched }: When): string {
  if (launched) return `Launched ${formatDate(launched.at)}${launched.outcome === 'rugged' ? ' · Rugged' : ''}`
  if (scheduledFor === null) return phase === 'withdrawn' ? 'Launch postponed – no new date' : 'No launch date yet'
  return `${phase === 'scheduled' ? 'Launches' : 'Launch time was'} ${formatInstant(scheduledFor)}`
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
