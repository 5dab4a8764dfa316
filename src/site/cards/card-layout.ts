import { toBand } from '../../../contract/bands.ts'
import { markPath } from '../../../contract/design.ts'
import { formatResult, getMeasuredPercent } from '../../../contract/headline.ts'
import type { LaunchPhase } from '../../../contract/launch-outcome.ts'
import { findLead, isCriticalLead, outcomeLabels, describeLead, type LeadState } from '../../../contract/lead.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { listSignals } from '../../../contract/signals/looks.ts'
import { measureWidth } from '../text-width.ts'
import { box, type CardNode, column, dark, drawing, line, lines, row, shape, type Style, text } from './card-nodes.ts'

interface Publisher {
  serviceName: string
  host: string
}

export const toPublisher = ({ serviceName, publicUrl }: { serviceName: string; publicUrl: string }): Publisher => ({
  serviceName,
  host: new URL(publicUrl).host,
})

interface ShownScore {
  score: ScoreResult
  state: LeadState
}

/** A strip across the top shows an outcome or a critical warning. */
const hasStrip = ({ state }: ShownScore): boolean => {
  const lead = findLead(state)
  return lead !== null && !('outcome' in lead && lead.outcome === 'alive')
}

const inset = 56

/** Inter is narrower than the font that widths are measured for. */
const interShare = 0.9

/** The last size if none fits. */
const fitSize = (content: string, sizes: readonly number[], width: number): number =>
  sizes.find((size) => measureWidth(content) * interShare * size <= width) ?? sizes.at(-1) ?? 0

/** null: neither an outcome nor a critical warning. */
function leadStrip({ score, state }: ShownScore): CardNode | null {
  const message = describeLead(score, state)
  if (message === undefined || !hasStrip({ score, state })) return null
  const content = message.replace(/\.$/, '')
  return isCriticalLead(state)
    ? strip(content, { ground: dark('crit'), ink: dark('onCrit'), sign: 'critical' })
    : strip(content, { ground: dark('greenWash'), ink: dark('greenInk'), sign: 'green' })
}

interface StripStyle {
  ground: string
  ink: string
  sign?: Parameters<typeof shape>[0]
}

/** One sentence across the top of a card. */
const strip = (content: string, { ground, ink, sign }: StripStyle): CardNode =>
  row({ width: '100%', height: 84, flexShrink: 0, padding: `0px ${inset}px`, gap: 20, backgroundColor: ground }, [
    ...(sign ? [shape(sign, 36, ink)] : []),
    line(content, {
      flexGrow: 1,
      width: 0,
      fontSize: fitSize(content, [34, 30, 26], 1030),
      lineHeight: 1.3,
      fontWeight: 700,
      letterSpacing: -0.6,
      color: ink,
    }),
  ])

const picture = (bytes: Uint8Array | null, side: number): CardNode => {
  const style = { width: side, height: side, borderRadius: 36, flexShrink: 0, border: `2px solid ${dark('line')}` }
  return bytes === null
    ? row({ ...style, justifyContent: 'center', backgroundColor: dark('card') }, [
        drawing(markPath, { side: 32, size: side / 3, color: dark('edge') }),
      ])
    : { type: 'image', src: bytes, width: side, height: side, style: { ...style, objectFit: 'cover' } }
}

/** The mark, the service's name and address, and who is to be credited. */
function brand(score: ScoreResult, { serviceName, host }: Publisher, width: number): CardNode {
  const credits = Object.values(score.signals).flatMap(({ attribution, stub }) =>
    attribution && !stub ? [attribution] : [],
  )
  const small: Style = { fontSize: 19, lineHeight: 1.4, color: dark('faint'), width }
  return column({ width, gap: 4 }, [
    row({ gap: 14, width, marginBottom: 4 }, [
      drawing(markPath, { side: 32, size: 36, color: dark('ink') }),
      line(serviceName, { fontSize: 27, lineHeight: 1.3, fontWeight: 650, letterSpacing: -0.5, flexGrow: 1, width: 0 }),
    ]),
    line(host, small),
    ...[...new Set(credits)].slice(0, 1).map((credit) => line(credit, small)),
  ])
}

/** As large as fits on two lines. */
const nameLines = (name: string, width: number): CardNode => {
  const fitting = fitSize(name, [60, 52, 44, 0], width)
  const fontSize = fitting === 0 ? fitSize(name, [40, 34], 1.8 * width) : fitting
  return lines(name, 2, { fontSize, lineHeight: 1.12, fontWeight: 720, letterSpacing: -0.03 * fontSize, width })
}

const facts = (symbol: string, others: string[], isAttested: boolean, width: number): CardNode =>
  row({ width, gap: 10, marginTop: 6, fontSize: 28, color: dark('muted') }, [
    line(`$${symbol}`, { fontWeight: 500, lineHeight: 1.3, flexShrink: 1, minWidth: 0 }),
    ...others.map((one) => line(`· ${one}`, { flexShrink: 0, lineHeight: 1.3 })),
    ...(isAttested
      ? [
          row({ gap: 8, flexShrink: 0 }, [
            line('·', { lineHeight: 1.3 }),
            drawing(tick, { side: 16, size: 24, color: dark('ink') }),
            line('Attested', { lineHeight: 1.3, color: dark('ink') }),
          ]),
        ]
      : []),
  ])

const tick = 'M6.5 13.3 1.7 8.5l1.6-1.6 3.2 3.2 6.2-6.2 1.6 1.6z'

const formatDate = (at: string): string => dates.format(new Date(at))

const formatInstant = (at: string): string => `${instants.format(new Date(at))} UTC`

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const instants = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Hollow for a preliminary score. */
function number(score: ScoreResult, fontSize: number): CardNode {
  const [whole = '', decimals] = String(score.aggregate).split('.')
  const hollow: Style = { color: 'transparent', WebkitTextStroke: `2px ${dark('muted')}` }
  const digits: Style = { fontWeight: 760, lineHeight: 0.92, flexShrink: 0, fontVariantNumeric: 'tabular-nums' }
  const small = Math.round(fontSize * 0.41)
  return row({ alignItems: 'flex-end', flexShrink: 0 }, [
    text(whole, {
      ...digits,
      fontSize,
      letterSpacing: -0.05 * fontSize,
      ...(score.hasStubs ? hollow : { color: dark('ink') }),
    }),
    ...(decimals
      ? [
          text(`.${decimals}`, {
            ...digits,
            fontSize: small,
            marginLeft: 0.02 * fontSize,
            marginBottom: 0.05 * fontSize,
            color: dark('muted'),
          }),
        ]
      : []),
  ])
}

interface ChipStyle {
  fontSize: number
}

/** The outcome, a critical warning, a missing signal or a test key replaces the band. */
function chip({ score, state }: ShownScore, { fontSize }: ChipStyle): CardNode {
  const { band } = score
  const lead = findLead(state)
  if (lead && isCriticalLead(state)) {
    const word = 'outcome' in lead ? outcomeLabels[lead.outcome] : 'Critical risk'
    return chipOf(word, { fontSize, ground: dark('crit'), ink: dark('onCrit'), sign: 'critical' })
  }
  if (lead && 'outcome' in lead) {
    const word = outcomeLabels[lead.outcome]
    if (lead.outcome === 'alive') return solidChip(word, fontSize)
    return chipOf(word, { fontSize, ground: dark('greenWash'), ink: dark('greenInk'), sign: 'green' })
  }
  if (score.test || score.hasStubs) return hollowChip(score.test ? 'Test record' : 'Preliminary', fontSize)
  return chipOf(band, { fontSize, ground: dark(`${band}Wash`), ink: dark(`${band}Ink`), sign: band })
}

interface ChipParts extends ChipStyle {
  ground: string
  ink: string
  sign: Parameters<typeof shape>[0]
}

const chipOf = (word: string, { fontSize, ground, ink, sign }: ChipParts): CardNode =>
  row({ ...chipBox(fontSize), backgroundColor: ground }, [
    shape(sign, Math.round(fontSize * 0.8), ink),
    text(word.toUpperCase(), { fontSize, fontWeight: 700, lineHeight: 1, color: ink, whiteSpace: 'nowrap' }),
  ])

const solidChip = (word: string, fontSize: number): CardNode =>
  row({ ...chipBox(fontSize), border: `2px solid ${dark('edge')}` }, [
    text(word.toUpperCase(), { fontSize, fontWeight: 700, lineHeight: 1, color: dark('ink'), whiteSpace: 'nowrap' }),
  ])

const hollowChip = (word: string, fontSize: number): CardNode =>
  row({ ...chipBox(fontSize), border: `2px dashed ${dark('edge')}` }, [
    text(word.toUpperCase(), { fontSize, fontWeight: 700, lineHeight: 1, color: dark('muted'), whiteSpace: 'nowrap' }),
  ])

const chipBox = (fontSize: number): Style => ({
  alignSelf: 'flex-start',
  flexShrink: 0,
  gap: Math.round(fontSize * 0.4),
  height: Math.round(fontSize * 1.73),
  padding: `0px ${Math.round(fontSize * 0.66)}px`,
  borderRadius: Math.round(fontSize * 0.46),
})

function scale({ score, state }: ShownScore): string {
  if (state.outcome !== null) return 'of 100, scored before launch'
  if (isCriticalLead(state)) return 'no score makes up for this'
  if (!score.hasStubs) return 'of 100 · higher is better'
  return formatResult({ ...score, measuredPercent: getMeasuredPercent(score) })
}

interface DrawnSignal {
  title: string
  score: number
  stub: boolean
}

interface BarsStyle {
  columns: 1 | 2
  width: number
  titleOf: (name: string) => string
}

/** A zero is a red sliver; a stub is hollow. */
const bars = (record: ScoreResult, { columns, width, titleOf }: BarsStyle): CardNode => {
  const barRows = listSignals(record).map(({ name, reading }) => bar({ title: titleOf(name), ...reading }))
  if (columns === 1) return column({ width, gap: 15 }, barRows)
  const half: Style = { width: 0, flexGrow: 1, gap: 14 }
  const ofColumn = (parity: number) => barRows.filter((_, at) => at % 2 === parity)
  return row({ width, gap: 36, alignItems: 'flex-start' }, [column(half, ofColumn(0)), column(half, ofColumn(1))])
}

function bar({ title, score, stub }: DrawnSignal): CardNode {
  const isRed = !stub && toBand(score * 100) === 'red'
  const color = isRed ? dark('redInk') : dark('ink')
  return row({ width: '100%', height: 28, fontSize: 23, gap: 10 }, [
    text(title, {
      width: 108,
      overflow: 'hidden',
      flexShrink: 0,
      fontWeight: 550,
      lineHeight: 1.2,
      color: stub ? dark('muted') : color,
    }),
    stub ? box({ ...track, border: `2px dashed ${dark('edge')}` }) : filled(score, 14),
    text(stub ? '–' : String(score), {
      width: 52,
      flexShrink: 0,
      fontWeight: 650,
      lineHeight: 1.2,
      color: stub ? dark('muted') : color,
      textAlign: 'right',
      fontVariantNumeric: 'tabular-nums',
    }),
  ])
}

const track: Style = { flexGrow: 1, height: 14, borderRadius: 7, overflow: 'hidden' }

const filled = (score: number, height: number): CardNode =>
  row({ ...track, height, borderRadius: height / 2, backgroundColor: dark('line') }, [
    box({
      width: `${score}%`,
      minWidth: height,
      height,
      borderRadius: height / 2,
      backgroundColor: dark(toBand(score * 100)),
    }),
  ])

const sparks = (record: ScoreResult, { height, width }: { height: number; width: number }): CardNode =>
  row(
    { gap: Math.round(width / 3), height, alignItems: 'flex-end', flexShrink: 0 },
    listSignals(record).map(({ reading: { score, stub } }) => {
      if (stub) return box({ width, height, borderRadius: 4, border: `2px dashed ${dark('edge')}` })
      const tall = Math.max(6, Math.round((score / 100) * height))
      return box({ width, height: tall, borderRadius: 4, backgroundColor: dark(toBand(score * 100)) })
    }),
  )

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
