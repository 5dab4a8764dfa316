import type { ScoreResult } from '../scoring/schemas.ts'
import { signalNames } from '../signals/schemas.ts'
import { type BandShape, bands, toBand } from '../scoring/band.ts'
import { type CardNode, type Style, box, column, line, row, text } from './card-nodes.ts'
import { measureWidth } from './text-width.ts'
import { isWarned, warningStrip } from './warning-strip.ts'

/** The two formats in which platforms show a card. */
export const cardSizes = { wide: { width: 1200, height: 630 }, tall: { width: 1200, height: 800 } } as const
export type CardSize = keyof typeof cardSizes

/** The deployment that shows the score. */
export interface Publisher {
  serviceName: string
  host: string
}

const ink = '#f3f6f9'
const muted = '#a3b0bd'
const ground = '#0d1218'
const groove = '#1f2933'
const inset = 64

/** The card of a score as a tree of boxes. The same score always gives the same card. */
export function layOutCard(
  score: ScoreResult,
  { size, publisher }: { size: CardSize; publisher: Publisher },
): CardNode {
  const { dark: color } = bands[score.band]
  return column({ width: '100%', height: '100%', backgroundColor: ground, color: ink, fontSize: 28 }, [
    warningStrip(score) ?? box({ width: '100%', height: 10, backgroundColor: color }),
    column({ flexGrow: 1, width: '100%', padding: `${isWarned(score) ? 22 : 38}px ${inset}px 34px ${inset}px` }, [
      head(score, publisher),
      title(score, size),
      row({ flexGrow: 1, width: '100%', gap: 72 }, [total(score, size), bars(score, size)]),
      foot(score, publisher),
    ]),
  ])
}

function head(score: ScoreResult, { serviceName }: Publisher): CardNode {
  const name = line(serviceName, { fontSize: 28, fontWeight: 600, color: muted, maxWidth: 420 })
  return row({ width: '100%', height: 46, justifyContent: 'space-between' }, [
    name,
    ...(score.hasStubs ? [ribbon(score)] : []),
  ])
}

const hatch = (dark: string, light: string) =>
  `repeating-linear-gradient(135deg, ${dark} 0px, ${dark} 7px, ${light} 7px, ${light} 14px)`

/** Names the signals that are missing. */
const ribbon = ({ stubbedSignals }: ScoreResult): CardNode =>
  row(
    { height: 46, paddingLeft: 22, paddingRight: 22, borderRadius: 23, backgroundImage: hatch('#2b3642', '#36434f') },
    [text(`PRELIMINARY: no ${formatList(stubbedSignals)} yet`, { fontSize: 23, fontWeight: 600, color: ink })],
  )

const formatList = (words: string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '')

/** The name as large as it fits, on at most two lines, and the ticker. */
function title(score: ScoreResult, size: CardSize): CardNode {
  const { name, symbol } = score.submission
  const { fontSize, lines } = chooseNameSize(name, isWarned(score))
  const nameStyle: Style = {
    fontSize,
    lineHeight: 1.16,
    fontWeight: 700,
    width: '100%',
    maxHeight: fontSize * 1.16 * lines,
  }
  const cut: Style = { lineClamp: lines, textOverflow: 'ellipsis', overflow: 'hidden', wordBreak: 'break-word' }
  return column({ width: '100%', marginTop: titleMargin(score, size) }, [
    text(name, { ...nameStyle, ...cut }),
    line(`$${symbol}`, { fontSize: 32, fontWeight: 500, color: muted, marginTop: 6, width: '100%' }),
  ])
}

const titleMargin = (score: ScoreResult, size: CardSize) => {
  if (size === 'tall') return 40
  return isWarned(score) ? 2 : 16
}

/** A warning leaves room for one line. */
function chooseNameSize(name: string, isBelowWarning: boolean): { fontSize: number; lines: 1 | 2 } {
  const room = 1200 - 2 * inset
  if (isBelowWarning) return { fontSize: 48, lines: 1 }
  const fontSize = [76, 64, 54].find((size) => measureWidth(name) * size <= room)
  return fontSize === undefined ? { fontSize: 44, lines: 2 } : { fontSize, lines: 1 }
}

const numberSizes: Record<CardSize, number> = { wide: 156, tall: 192 }

/** The number, its band, and that higher is better. */
function total(score: ScoreResult, size: CardSize): CardNode {
  const { aggregate, band } = score
  const { dark: color, shape } = bands[band]
  const [whole = '', decimals] = String(aggregate).split('.')
  const fontSize = isWarned(score) ? 112 : numberSizes[size]
  const digits: Style = { fontWeight: 700, color: ink, fontVariantNumeric: 'tabular-nums', lineHeight: 1 }
  return column({ width: 400, flexShrink: 0 }, [
    row({ alignItems: 'flex-end' }, [
      text(whole, { ...digits, fontSize, letterSpacing: -6 }),
      ...(decimals
        ? [
            text(`.${decimals}`, {
              ...digits,
              fontSize: isWarned(score) ? 50 : 68,
              marginBottom: fontSize * 0.09,
              marginLeft: 4,
            }),
          ]
        : []),
    ]),
    row({ marginTop: 12, gap: 16 }, [
      mark(shape, color),
      text(band.toUpperCase(), { fontSize: isWarned(score) ? 30 : 40, fontWeight: 700, color, lineHeight: 1 }),
    ]),
    text('out of 100, higher is better', { fontSize: 26, color: muted, marginTop: 14 }),
  ])
}

const mark = (shape: BandShape, color: string): CardNode =>
  box({
    width: 28,
    height: 28,
    backgroundColor: color,
    ...(shape === 'disc' && { borderRadius: 14 }),
    ...(shape === 'diamond' && { transform: 'rotate(45deg) scale(0.86)' }),
  })

/** The six signals, each in the colour of its band. A stub is hatched and has no number. */
const bars = (result: ScoreResult, size: CardSize): CardNode =>
  column(
    { flexGrow: 1, gap: barGap(result, size) },
    signalNames.map((name) => {
      const { score, stub } = result.signals[name]
      const word = name[0]?.toUpperCase() + name.slice(1)
      return row({ width: '100%', height: 32 }, [
        text(word, { width: 120, fontSize: 27, color: ink, lineHeight: 1.2 }),
        stub ? box({ ...trackStyle, backgroundImage: hatch('#1f2933', '#34414e') }) : track(score),
        text(stub ? '–' : String(score), {
          width: 84,
          fontSize: 27,
          fontWeight: stub ? 400 : 600,
          color: stub ? muted : ink,
          lineHeight: 1.2,
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
        }),
      ])
    }),
  )

const barGap = (result: ScoreResult, size: CardSize) => {
  if (size === 'tall') return 30
  return isWarned(result) ? 8 : 15
}

const trackStyle: Style = { flexGrow: 1, height: 18, borderRadius: 9, overflow: 'hidden' }

const track = (score: number): CardNode =>
  row({ ...trackStyle, backgroundColor: groove }, [
    box({ width: `${score}%`, height: 18, borderRadius: 9, backgroundColor: bands[toBand(score * 100)].dark }),
  ])

function foot(score: ScoreResult, { host }: Publisher): CardNode {
  const credits = Object.values(score.signals).flatMap(({ attribution, stub }) =>
    attribution && !stub ? [attribution] : [],
  )
  const facts = [score.createdAt.slice(0, 10), score.promptVersion, ...new Set(credits)]
  return row({ width: '100%', height: 40, gap: 40, justifyContent: 'space-between', color: muted, fontSize: 24 }, [
    line(facts.join('  ·  '), { flexShrink: 0 }),
    line(host, { color: ink, fontWeight: 600 }),
  ])
}
