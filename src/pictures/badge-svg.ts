import { escapeMarkup } from '../platform/markup.ts'
import type { Badge, BadgeTheme } from './badge.ts'
import { colorRules } from './badge-colors.ts'
import { cutTo, widthOf } from './text-width.ts'

const font = 'Verdana,DejaVu Sans,Geneva,sans-serif'

/** The badge of 20 pixels' height: who says it, and what. */
export function compactBadge(badge: Badge, theme: BadgeTheme): string {
  const [label, value] = [fitted(badge.serviceName, 170), fitted(`${badge.aggregate} ${badge.word}`, 170)]
  const [left, right] = [label.width + 14, value.width + 14]
  const total = left + right
  return svg(badge, { theme, width: total, height: 20 }, [
    `<clipPath id="r"><rect width="${total}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect class="ground" x="-1" y="-1" width="${left + 2}" height="22"/>`,
    `<rect class="field" x="${left}" width="${right}" height="20"/></g>`,
    `<rect class="edge" x=".5" y=".5" width="${total - 1}" height="19" rx="3.5"/>`,
    textAt('ink', { x: 7, y: 14, size: 11, ...label }),
    textAt('on', { x: left + 7, y: 14, size: 11, ...value }),
  ])
}

/** The badge of 256 by 160 pixels: the name, the number, the band. */
export function cardBadge(badge: Badge, theme: BadgeTheme): string {
  const pill = `${badge.tone === 'grey' ? '' : `${shapes[badge.tone]} `}${badge.word}`
  const word = fitted(pill, 150, 12)
  return svg(badge, { theme, width: 256, height: 160 }, [
    `<rect class="ground" x=".5" y=".5" width="255" height="159" rx="11.5"/>`,
    textAt('ink bold', { x: 18, y: 33, size: 15, ...fitted(badge.name, 220, 15 * 1.1), isFree: true }),
    textAt('muted', { x: 18, y: 52, size: 12, ...fitted(`$${badge.symbol}`, 220, 12), isFree: true }),
    textAt('ink bold', { x: 17, y: 102, size: 42, text: badge.aggregate, width: 0, isFree: true }),
    `<rect class="field" x="18" y="117" width="${word.width + 20}" height="25" rx="12.5"/>`,
    textAt('on bold', { x: 28, y: 134, size: 12, ...word }),
    textAt('muted end', { x: 238, y: 84, size: 10, text: 'of 100', width: 0, isFree: true }),
    textAt('muted end', { x: 238, y: 100, size: 10, text: 'higher is better', width: 0, isFree: true }),
    textAt('muted end', { x: 238, y: 134, size: 10, ...fitted(badge.serviceName, 200 - word.width, 10), isFree: true }),
  ])
}

const shapes = { green: '●', amber: '◆', red: '■' }

interface Placed {
  text: string
  width: number
}

/** A text and the width that it takes at most. */
function fitted(text: string, mostPx: number, size = 11): Placed {
  const cut = cutTo(text, mostPx / size)
  return { text: cut, width: Math.ceil(widthOf(cut) * size) }
}

/** Text that isn't free takes the width that was kept for it, in whatever face the viewer has. */
function textAt(kind: string, { x, y, size, text, width, isFree = false }: Placed & Spot): string {
  const length = isFree ? '' : ` textLength="${width}" lengthAdjust="spacingAndGlyphs"`
  return `<text class="${kind}" x="${x}" y="${y}" font-size="${size}"${length}>${isolated(escapeMarkup(text))}</text>`
}

interface Spot {
  x: number
  y: number
  size: number
  isFree?: boolean
}

/** Names that read from the right keep their own order and leave that of their neighbours alone. */
const isolated = (text: string) => `\u2068${text}\u2069`

interface Sheet {
  theme: BadgeTheme
  width: number
  height: number
}

function svg({ url, sentence, tone }: Badge, { theme, width, height }: Sheet, parts: string[]): string {
  const said = escapeMarkup(sentence)
  const rules = `text{font-family:${font}}.bold{font-weight:700}.end{text-anchor:end}.edge{fill:none;stroke:#8080804d}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">`,
    `<title>${said}</title><style>${rules}${colorRules(tone, theme)}</style>`,
    `<a href="${escapeMarkup(url)}" target="_top">`,
    ...parts,
    '</a></svg>',
  ].join('')
}
