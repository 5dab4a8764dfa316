import type { LaunchPhase } from '../../../contract/launch-outcome.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import { type CardNode, column, dark, drawing, line, lines, row } from './card-nodes.ts'
import {
  type Publisher,
  type ShownScore,
  brand,
  chip,
  facts,
  formatDate,
  formatInstant,
  inset,
  leadStrip,
  nameLines,
  number,
  picture,
  scale,
  sparks,
  strip,
  tick,
} from './card-parts.ts'

interface LaunchCard extends ShownScore {
  tagline: string | null
  /** In words. */
  when: string
  /** Null: its bytes are gone. */
  image: Uint8Array | null
  /** The providers report another deployer than the signer. */
  isContradicted: boolean
}

export const launchPictureSide = 344

export function layOutLaunchCard(launch: LaunchCard, publisher: Publisher): CardNode {
  const { score, state, tagline, when, image, isContradicted } = launch
  const { name, symbol } = score.submission
  const lead = leadStrip(launch)
  const side = 316
  const width = 1200 - 3 * inset - side - 8
  return column({ width: '100%', height: '100%', backgroundColor: dark('bg'), color: dark('ink') }, [
    lead ?? strip(when, { ground: dark('btn'), ink: dark('onBtn') }),
    row({ flexGrow: 1, height: 0, width: '100%', alignItems: 'stretch', padding: `40px ${inset}px 44px`, gap: 64 }, [
      column({ width: side, flexShrink: 0, justifyContent: 'space-between' }, [
        picture(image, side),
        brand(score, publisher, side),
      ]),
      column({ width, justifyContent: 'space-between' }, [
        column({ width }, [
          nameLines(name, width),
          facts(symbol, lead ? [when] : [], false, width),
          ...(isContradicted ? [] : [signed]),
          ...(tagline ? [lines(tagline, 2, { fontSize: 28, lineHeight: 1.3, width, marginTop: 16 })] : []),
        ]),
        scoreStrip({ score, state }, width),
      ]),
    ]),
  ])
}

interface When {
  phase: LaunchPhase
  /** null: there is none. */
  scheduledFor: string | null
  /** null: the chain doesn't show that it has launched. */
  launched: { at: string } | null
}

export function formatWhen({ phase, scheduledFor, launched }: When): string {
  if (launched) return `Launched ${formatDate(launched.at)}`
  if (scheduledFor === null) return phase === 'withdrawn' ? 'Launch postponed – no new date' : 'No launch date yet'
  return `${phase === 'scheduled' ? 'Launches' : 'Launch time was'} ${formatInstant(scheduledFor)}`
}

const signed = row({ gap: 8, marginTop: 6, fontSize: 24, color: dark('muted') }, [
  drawing(tick, { side: 16, size: 22, color: dark('ink') }),
  line('Signed by the creator', { lineHeight: 1.3 }),
])

const scoreStrip = (shown: ShownScore, width: number): CardNode =>
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
      number(shown.score, 72),
      column({ gap: 8, flexGrow: 1, width: 0 }, [
        chip(shown, { fontSize: isCriticalLead(shown.state) ? 22 : 24 }),
        line(scale(shown), { fontSize: 20, lineHeight: 1.3, color: dark('muted'), width: '100%' }),
      ]),
      sparks(shown.score, { height: 64, width: 18 }),
    ],
  )
