import { toBand } from '../../../contract/bands.ts'
import { type ColorName, drawMark } from '../../../contract/design.ts'
import { formatAggregate, getMeasuredPercent } from '../../../contract/headline.ts'
import type { LaunchPhase } from '../../../contract/launch-outcome.ts'
import {
  findLead,
  findOwnerRight,
  isBadOutcome,
  outcomeLabels,
  tellOutcome,
  type LeadState,
} from '../../../contract/lead.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { scoreSentence } from '../../../contract/sentence.ts'
import { listSignals } from '../../../contract/signals/looks.ts'
import { warningWords } from '../../../contract/warning-words.ts'
import { measureWidth } from '../text-width.ts'
import {
  type CardNode,
  column,
  dark,
  drawing,
  image,
  line,
  lines,
  row,
  shape,
  svg,
  type Style,
  text,
} from './card-nodes.ts'

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

export const cardSizes = { wide: { width: 1200, height: 630 }, tall: { width: 1200, height: 800 } } as const
export type CardSize = keyof typeof cardSizes

export const pictureSides = { wide: 300, tall: 340 } as const

const inset = 56
const stubWidth = 330
const textGap = 40

/** No text is smaller. */
const small = 28

export interface TicketCard extends ShownScore {
  /** Null: its bytes are gone. */
  picture: Uint8Array | null
  chainName: string
  /** What was signed. */
  signing: 'signed' | 'unsigned' | null
  isAttested: boolean
  /** The share of the week's scores that this one is among, in per cent; null: unknown, or below the upper half. */
  topPercent: number | null
  /** When the launch was. null: it wasn't, or isn't known. */
  launchedAt: string | null
  /** Of the launch's own card: what its creator writes, and when it is to be. */
  launch: { tagline: string | null; when: string } | null
  titleOf: (signal: string) => string
}

/** The ticket of a score: what it is on the left, its verdict on the stub. */
export function layOutCard(
  ticket: TicketCard,
  { size, publisher }: { size: CardSize; publisher: Publisher },
): CardNode {
  const { height } = cardSizes[size]
  const strip = leadStrip(ticket)
  const bodyHeight = height - footHeight - (strip ? stripHeight : 0)
  return column({ width: '100%', height: '100%', backgroundColor: dark('bg'), color: dark('ink') }, [
    ...(strip ? [strip] : []),
    row({ width: '100%', height: bodyHeight, alignItems: 'stretch', paddingLeft: inset }, [
      row({ height: bodyHeight, flexShrink: 0 }, [picture(ticket, pictureSides[size])]),
      subject(ticket, cardSizes.wide.width - inset - pictureSides[size] - stubWidth),
      perforation(bodyHeight),
      stub(ticket),
    ]),
    foot(ticket, publisher),
  ])
}

const stripHeight = 84
const footHeight = 104

/** An outcome, a critical warning or a right of the owner; null: none of them. */
function leadStrip({ score, state }: ShownScore): CardNode | null {
  const lead = findLead(state)
  const right = findOwnerRight({ ...state, band: score.band })
  if (right !== null) return strip(warningWords[right].label, { ground: 'amberWash', ink: 'amberInk', sign: 'amber' })
  if (lead === null) return null
  if ('warning' in lead)
    return strip(warningWords[lead.warning].label, { ground: 'crit', ink: 'onCrit', sign: 'critical' })
  const { outcome } = lead
  if (outcome === 'alive') return null
  const on = state.outcomeAt === null ? '' : ` on ${formatDate(state.outcomeAt)}`
  return strip(outcomeLabels[outcome] + on, stripStyles[outcome])
}

interface StripStyle {
  ground: ColorName
  ink: ColorName
  sign: Parameters<typeof shape>[0]
}

const stripStyles = {
  rugged: { ground: 'crit', ink: 'onCrit', sign: 'rugged' },
  graduated: { ground: 'grad', ink: 'onGrad', sign: 'graduated' },
  dead: { ground: 'redWash', ink: 'redInk', sign: 'dead' },
} as const

const strip = (content: string, { ground, ink, sign }: StripStyle): CardNode =>
  row(
    {
      width: '100%',
      height: stripHeight,
      flexShrink: 0,
      padding: `0px ${inset}px`,
      gap: 20,
      backgroundColor: dark(ground),
    },
    [
      shape(sign, 36, dark(ink)),
      line(content, {
        flexGrow: 1,
        width: 0,
        fontSize: 38,
        lineHeight: 1.3,
        fontWeight: 700,
        letterSpacing: -0.76,
        color: dark(ink),
      }),
    ],
  )

const isOver = ({ state }: ShownScore): boolean => {
  const lead = findLead(state)
  return lead !== null && ('warning' in lead || isBadOutcome(lead.outcome))
}

function picture({ picture: bytes, ...shown }: TicketCard, side: number): CardNode {
  const style = { width: side, height: side, borderRadius: 36, flexShrink: 0, border: `2px solid ${dark('line')}` }
  if (bytes === null)
    return row({ ...style, justifyContent: 'center', backgroundColor: dark('card') }, [
      markOf({ size: side / 3, line: dark('edge'), dot: dark('edge') }),
    ])
  const filter = isOver(shown) ? { filter: 'grayscale(0.7)' } : {}
  return { type: 'image', src: bytes, width: side, height: side, style: { ...style, ...filter, objectFit: 'cover' } }
}

const markOf = ({ size, line, dot }: { size: number; line: string; dot: string }): CardNode =>
  svg(drawMark({ line, dot }), { side: 32, size })

/** Name, ticker, chain and one sentence. */
function subject(ticket: TicketCard, width: number): CardNode {
  const inner = width - 2 * textGap
  const { score, launch, chainName } = ticket
  return column({ width, height: '100%', padding: `0px ${textGap}px`, justifyContent: 'center', flexShrink: 0 }, [
    nameLines(score.submission.name, inner),
    facts(`$${score.submission.symbol}`, chainName, { ...ticket, width: inner }),
    lines(tellCard(ticket), 4, {
      fontSize: 32,
      lineHeight: 1.3,
      letterSpacing: -0.38,
      width: inner,
      marginTop: 22,
      ...(launch?.tagline && !isLed(ticket) && { maxHeight: 32 * 1.3 * 3, lineClamp: 3 }),
    }),
    ...(launch && !isLed(ticket)
      ? [lines(launch.when, 2, { fontSize: 32, lineHeight: 1.3, fontWeight: 600, width: inner, marginTop: 14 })]
      : []),
  ])
}

const isLed = ({ state }: ShownScore): boolean => {
  const lead = findLead(state)
  return lead !== null && !('outcome' in lead && lead.outcome === 'alive')
}

/** What happened, else the creator's words, else what the score says. */
function tellCard({ score, state, launch }: TicketCard): string {
  const lead = findLead(state)
  if (lead !== null && 'warning' in lead) return capitalise(warningWords[lead.warning].sentence)
  if (lead !== null) {
    const story = state.story ?? { outcome: lead.outcome, cause: state.outcomeCause }
    return `${capitalise(tellOutcome(story))}.`
  }
  return launch?.tagline ?? fitSentence(scoreSentence(score))
}

/** A second sentence is left out where it would be cut. */
const fitSentence = (text: string): string => {
  const end = text.indexOf('. ')
  return text.length > mostLetters && end > 0 ? text.slice(0, end + 1) : text
}

/** On four lines. */
const mostLetters = 92

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Inter is narrower than the font that widths are measured for. */
const interShare = 0.9

/** The last size if none fits. */
const fitSize = (content: string, sizes: readonly number[], width: number): number =>
  sizes.find((size) => measureWidth(content) * interShare * size <= width) ?? sizes.at(-1) ?? 0

/** As large as fits on two lines. */
const nameLines = (name: string, width: number): CardNode => {
  const fitting = fitSize(name, [60, 54, 48, 0], width)
  const fontSize = fitting === 0 ? fitSize(name, [48, 40, 34], 1.8 * width) : fitting
  return lines(name, 2, { fontSize, lineHeight: 1.1, fontWeight: 700, letterSpacing: -0.034 * fontSize, width })
}

interface FactsStyle extends Pick<TicketCard, 'signing'> {
  width: number
}

const facts = (ticker: string, chainName: string, { signing, width }: FactsStyle): CardNode =>
  row({ width, gap: 10, marginTop: 10, fontSize: small, color: dark('muted') }, [
    line(ticker, { lineHeight: 1.3, flexShrink: 1, minWidth: 0 }),
    line(`· ${chainName}`, { flexShrink: 0, lineHeight: 1.3 }),
    ...(signing === 'unsigned' ? [line('· unsigned', { flexShrink: 0, lineHeight: 1.3 })] : []),
    ...(signing === 'signed'
      ? [
          row({ gap: 8, flexShrink: 0 }, [
            line('·', { lineHeight: 1.3 }),
            drawing(tick, { side: 16, size: 24, color: dark('ink') }),
            line('signed', { lineHeight: 1.3, color: dark('ink'), fontWeight: 600 }),
          ]),
        ]
      : []),
  ])

const tick = 'M6.5 13.3 1.7 8.5l1.6-1.6 3.2 3.2 6.2-6.2 1.6 1.6z'

const perforation = (height: number): CardNode =>
  image(`<path d="M2 0V${height}" stroke="${dark('line')}" stroke-width="4" stroke-dasharray="12 10"/>`, {
    width: 4,
    height,
  })

/** Number, verdict, and where the score stands. */
const stub = (ticket: TicketCard): CardNode =>
  column(
    { width: stubWidth - 4, height: '100%', flexShrink: 0, alignItems: 'center', justifyContent: 'center', gap: 22 },
    [
      number(ticket, 132),
      chip(ticket),
      line(findStanding(ticket), { fontSize: small, lineHeight: 1.3, color: dark('muted'), maxWidth: stubWidth - 24 }),
    ],
  )

/** Hollow for a preliminary score, grey for one that no longer counts. */
function number(shown: ShownScore, fontSize: number): CardNode {
  const [whole = '', decimals = ''] = formatAggregate(shown.score.aggregate).split('.')
  const isHollow = shown.score.hasStubs && !isLed(shown)
  const hollow: Style = { color: 'transparent', WebkitTextStroke: `2px ${dark('muted')}` }
  const digits: Style = { fontWeight: 700, lineHeight: 0.92, flexShrink: 0, fontVariantNumeric: 'tabular-nums' }
  const ink = isOver(shown) ? dark('muted') : dark('ink')
  return row({ alignItems: 'flex-end', flexShrink: 0 }, [
    text(whole, { ...digits, fontSize, letterSpacing: -0.05 * fontSize, ...(isHollow ? hollow : { color: ink }) }),
    text(`.${decimals}`, {
      ...digits,
      fontSize: 0.45 * fontSize,
      marginLeft: 0.03 * fontSize,
      marginBottom: 0.055 * fontSize,
      color: dark('muted'),
    }),
  ])
}

/** The outcome, a critical warning, a missing signal or a test key replaces the band. */
function chip({ score, state }: ShownScore): CardNode {
  const lead = findLead(state)
  if (lead && 'warning' in lead) return critical('Critical risk', 'critical')
  if (lead?.outcome === 'rugged') return critical(outcomeLabels.rugged, 'rugged')
  if (lead?.outcome === 'dead') return chipOf(outcomeLabels.dead, { ground: 'redWash', ink: 'redInk', sign: 'dead' })
  if (lead?.outcome === 'graduated')
    return chipOf(outcomeLabels.graduated, { ground: 'grad', ink: 'onGrad', sign: 'graduated' })
  if (score.test || score.hasStubs) return hollowChip(score.test ? 'Test record' : 'Preliminary')
  const { band } = score
  return chipOf(capitalise(band), { ground: `${band}Wash`, ink: `${band}Ink`, sign: band })
}

const critical = (word: string, sign: 'critical' | 'rugged') => chipOf(word, { ground: 'crit', ink: 'onCrit', sign })

const chipWidth = stubWidth - 32

function chipOf(word: string, { ground, ink, sign }: StripStyle): CardNode {
  const fontSize = fitSize(word, [32, 28], chipWidth - 90)
  return row({ ...chipBox, gap: 14, backgroundColor: dark(ground) }, [
    shape(sign, 24, dark(ink)),
    line(word, { fontSize, fontWeight: 600, lineHeight: 1.2, color: dark(ink), flexShrink: 1, minWidth: 0 }),
  ])
}

const hollowChip = (word: string): CardNode =>
  row({ ...chipBox, border: `2px dashed ${dark('edge')}` }, [
    text(word, { fontSize: 30, fontWeight: 600, lineHeight: 1.2, color: dark('muted'), whiteSpace: 'nowrap' }),
  ])

const chipBox: Style = { flexShrink: 0, height: 60, maxWidth: chipWidth, padding: '0px 24px', borderRadius: 14 }

/** In one line: among the week's scores, or the best signal. */
function findStanding({ score, state, topPercent, titleOf }: TicketCard): string {
  const lead = findLead(state)
  if (lead !== null && 'outcome' in lead) return 'scored before launch'
  if (lead !== null) return `score alone: ${score.band}`
  if (score.hasStubs) return `${getMeasuredPercent(score)}% measured`
  if (topPercent !== null) return `Top ${topPercent}% this week`
  const [best] = listSignals(score)
    .filter(({ reading }) => !reading.stub)
    .toSorted((one, other) => other.reading.score - one.reading.score)
  return best && toBand(best.reading.score * 100) !== 'red'
    ? `${titleOf(best.name)} ${best.reading.score}`
    : 'out of 100'
}

/** The service, and the day. */
function foot(ticket: TicketCard, { serviceName, host }: Publisher): CardNode {
  const muted: Style = { fontSize: small, lineHeight: 1.3, color: dark('muted') }
  const width = cardSizes.wide.width - 2 * inset
  return column({ width: '100%', height: footHeight, flexShrink: 0 }, [
    row({ width: '100%', height: 2, backgroundColor: dark('line') }, []),
    row({ width: '100%', height: footHeight - 2, padding: `0px ${inset}px`, gap: 18 }, [
      markOf({ size: 40, line: dark('ink'), dot: dark('accent') }),
      line(serviceName, { fontSize: small, lineHeight: 1.3, fontWeight: 700, flexShrink: 0, maxWidth: width / 3 }),
      line(host, { ...muted, flexGrow: 1, width: 0 }),
      line(tellDay(ticket), { ...muted, flexShrink: 0 }),
    ]),
  ])
}

function tellDay({ score, launchedAt, isAttested, launch, state }: TicketCard): string {
  if (launchedAt !== null) return `launched ${formatDate(launchedAt)}`
  if (launch && findLead(state) !== null) return launch.when
  return `${formatDate(score.createdAt)}${isAttested ? ' · on-chain' : ''}`
}

const formatDate = (at: string): string => dates.format(new Date(at)).replace('Sept', 'Sep')

const formatInstant = (at: string): string => `${instants.format(new Date(at)).replace('Sept', 'Sep')} UTC`

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const instants = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

interface When {
  phase: LaunchPhase
  /** null: there is none. */
  scheduledFor: string | null
  /** null: the chain doesn't show that it has launched. */
  launched: { at: string } | null
}

export function formatWhen({ phase, scheduledFor, launched }: When): string {
  if (launched) return `Launched ${formatDate(launched.at)}`
  if (scheduledFor === null) return phase === 'withdrawn' ? 'Launch postponed, no new date' : 'No launch date yet'
  return `${phase === 'scheduled' ? 'Launches' : 'Launch time was'} ${formatInstant(scheduledFor)}`
}

/** The card of every page that has none of its own: what the service does, under its name. */
export const layOutSiteCard = ({ serviceName }: Pick<Publisher, 'serviceName'>): CardNode =>
  row(
    {
      width: '100%',
      height: '100%',
      padding: '0px 64px',
      color: dark('ink'),
      backgroundColor: dark('bg'),
      backgroundImage: `radial-gradient(circle at 78% 110%, #1a2030, ${dark('bg')} 60%)`,
    },
    [
      column({ width: 620, flexShrink: 0 }, [
        row({ gap: 22, width: 600 }, [
          markOf({ size: 64, line: dark('ink'), dot: dark('accent') }),
          line(serviceName, {
            fontSize: 44,
            lineHeight: 1.2,
            fontWeight: 600,
            letterSpacing: -1.1,
            flexGrow: 1,
            width: 0,
          }),
        ]),
        text('Know how your launch will land.', {
          fontSize: 76,
          lineHeight: 1.06,
          fontWeight: 700,
          letterSpacing: -3,
          margin: '44px 0px 28px',
          width: 600,
        }),
        text('Six signals, one score, every reason in public.', {
          fontSize: 32,
          lineHeight: 1.3,
          color: dark('muted'),
          width: 560,
        }),
      ]),
      column({ flexGrow: 1, alignItems: 'center' }, [
        image(dial, { width: 430, height: 232, box: '0 0 208 112' }),
        column({ marginTop: -128, alignItems: 'center', gap: 26 }, [
          row({ alignItems: 'flex-end' }, [
            text('87', { fontSize: 150, lineHeight: 0.87, fontWeight: 700, letterSpacing: -7.5 }),
            text('.7', {
              fontSize: 66,
              lineHeight: 0.9,
              fontWeight: 700,
              margin: '0px 0px 5px 5px',
              color: dark('muted'),
            }),
          ]),
          chipOf('Green', { ground: 'greenWash', ink: 'greenInk', sign: 'green' }),
        ]),
      ]),
    ],
  )

const arc = (path: string, color: ColorName, opacity: number) =>
  `<path d="${path}" fill="none" stroke="${dark(color)}" stroke-width="10" opacity="${opacity}"/>`

const dial = [
  arc('M20 100A84 84 0 0 1 89.4 17.3', 'red', 0.45),
  arc('M92.4 16.8A84 84 0 0 1 152.2 31.2', 'amber', 0.45),
  arc('M154.8 33A84 84 0 0 1 188 100', 'green', 1),
  `<circle cx="181" cy="67" r="9" fill="${dark('bg')}" stroke="${dark('ink')}" stroke-width="4.5"/>`,
].join('')
