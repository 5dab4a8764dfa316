import { Type } from 'typebox'
import { bands } from '../../contract/bands.ts'
import type { LaunchOutcome } from '../../contract/codes.ts'
import { type ColorName, colors, shapes } from '../../contract/design.ts'
import { findLead, leadLabel, leadSign, scoredBefore, describeLead, type LeadState } from '../../contract/lead.ts'
import { formatAggregate } from '../../contract/headline.ts'
import { type Band, ScoreId, type ScoreResult } from '../../contract/schemas/score.ts'
import { dayMs } from '../../contract/time.ts'
import { findAttestation } from '../attestation/store.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { escapeMarkup } from '../platform/values.ts'
import { getScoreOrThrow } from '../scoring/shown-body.ts'
import { createScoreNotFoundError } from '../scoring/visibility.ts'
import { findLeadState } from '../tokens/launch-outcome.ts'
import { cutMarks, cutTo, measureWidth } from './text-width.ts'

const badgeStyles = ['compact', 'card'] as const
const badgeThemes = ['light', 'dark', 'auto'] as const
type BadgeTheme = (typeof badgeThemes)[number]
type BadgeTone = Band | LaunchOutcome | 'critical' | 'grey'

interface Badge {
  serviceName: string
  url: string
  name: string
  symbol: string
  aggregate: string
  /** The outcome or the critical warning; null: the score is shown. */
  lead: string | null
  /** The band, or why the score is in doubt. */
  word: string
  /** What the colour doesn't say: why the score is in doubt, and that nobody signed it. */
  doubt: string
  /** Only for a launch with an outcome. */
  before: string | null
  tone: BadgeTone
  /** For screen readers. */
  sentence: string
}

interface Shown {
  score: ScoreResult
  state: LeadState
  isRevoked: boolean
  now: Date
  site: { serviceName: string; publicUrl: string }
}

const oldAfterMs = 30 * dayMs

/** Grey when the score is preliminary, a test, revoked or older than 30 days. */
export function toBadge({ score, state, isRevoked, now, site }: Shown): Badge {
  const { band, submission } = score
  const doubt = formatDoubt(score, { isRevoked, now })
  const aggregate = formatAggregate(score.aggregate)
  const told = describeLead(score, state)
  const before = state.outcome === null ? null : scoredBefore(aggregate)
  const unsigned = state.isUnsigned ? ['unsigned'] : []
  const result = [doubt ? `${band}, but ${doubt}` : band, ...unsigned].join(', ')
  return {
    serviceName: site.serviceName,
    url: `${site.publicUrl}/score/${score.id}`,
    name: submission.name,
    symbol: submission.symbol,
    aggregate,
    lead: leadLabel(state) ?? null,
    word: [doubt ?? bands[band].word, ...unsigned].join(', '),
    doubt: [...(doubt ? [doubt] : []), ...unsigned].join(', '),
    tone: findLeadTone(state) ?? (doubt ? 'grey' : band),
    before,
    sentence: [
      ...(told === undefined ? [] : [`${leadSign(state)}${told}`]),
      `${site.serviceName}: ${submission.name} ($${submission.symbol}) ${before ?? `scores ${aggregate} of 100, ${result}; higher is better`}`,
    ].join(' '),
  }
}

function findLeadTone(state: LeadState): BadgeTone | null {
  const lead = findLead(state)
  if (lead === null) return null
  return 'warning' in lead ? 'critical' : lead.outcome
}

function formatDoubt(score: ScoreResult, { isRevoked, now }: Pick<Shown, 'isRevoked' | 'now'>): string | null {
  if (isRevoked) return 'revoked'
  if (score.test) return 'test record'
  if (score.hasStubs) return 'preliminary'
  return now.getTime() - Date.parse(score.createdAt) > oldAfterMs ? 'over 30 days old' : null
}

const Query = Type.Object({
  style: Type.Optional(Type.Enum(badgeStyles)),
  theme: Type.Optional(Type.Enum(badgeThemes)),
})

export function getBadgeRoute(app: App, deps: Deps) {
  const schema = { hide: true, params: ScoreId, querystring: Query }
  app.get('/score/:id/badge.svg', { schema, onSend: setEtag }, async (request, reply) => {
    const { style = 'compact', theme = 'auto' } = request.query
    const badge = await readBadge(deps, request.params.id.toLowerCase())
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    return reply.type('image/svg+xml; charset=utf-8').send((style === 'card' ? cardBadge : compactBadge)(badge, theme))
  })
}

async function readBadge({ reads, clock, config }: Deps, id: string) {
  const [score, state, attestation] = await Promise.all([
    getScoreOrThrow(reads, id),
    findLeadState(reads, id),
    findAttestation(reads, id),
  ])
  if (!state) throw createScoreNotFoundError()
  return toBadge({ score, state, isRevoked: attestation?.revokedAt != null, now: clock.now(), site: config })
}

const font = 'Inter,system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif'

export function compactBadge(badge: Badge, theme: BadgeTheme): string {
  const { serviceName, symbol, aggregate, lead, doubt, tone } = badge
  const [label, ticker] = [fitted(serviceName, 170, 12 * 1.06), fitted(`$${symbol}`, 110, 12)]
  const value = fitted(lead ?? `${aggregate} ${doubt}`.trim(), 190, 12 * 1.06)
  const signWidth = tone === 'grey' ? 0 : 16
  const [left, right] = [label.width + ticker.width + 22, value.width + 16 + signWidth]
  const total = left + right
  return svg(badge, { theme, width: total, height: 24 }, [
    `<clipPath id="r"><rect width="${total}" height="24" rx="6"/></clipPath>`,
    `<g clip-path="url(#r)"><rect class="label" x="-1" y="-1" width="${left + 2}" height="26"/>`,
    `<rect class="field" x="${left}" width="${right}" height="24"/></g>`,
    `<rect class="edge" x=".5" y=".5" width="${total - 1}" height="23" rx="5.5"/>`,
    textAt('name bold', { x: 8, y: 16, size: 12, ...label }),
    textAt('ticker', { x: label.width + 14, y: 16, size: 12, ...ticker }),
    signAt(tone, { x: left + 8, y: 7, size: 10 }),
    textAt('on bold', { x: left + 8 + signWidth, y: 16, size: 12, ...value }),
  ])
}

export const cardBadge = (badge: Badge, theme: BadgeTheme): string =>
  badge.lead === null || badge.tone === 'alive' ? bandCard(badge, theme) : leadCard(badge, theme)

function leadCard(badge: Badge, theme: BadgeTheme): string {
  const score = badge.before ?? `${badge.aggregate} of 100`
  return svg(badge, { theme, width: 256, height: 160 }, [
    `<clipPath id="r"><rect width="256" height="160" rx="12"/></clipPath>`,
    `<rect class="ground" x=".5" y=".5" width="255" height="159" rx="11.5"/>`,
    `<rect class="field" width="256" height="48" clip-path="url(#r)"/>`,
    signAt(badge.tone, { x: 18, y: 15, size: 18 }),
    textAt('on bold', { x: 46, y: 30, ...fitLead(badge.lead ?? '') }),
    textAt('ink bold', { x: 18, y: 80, size: 16, ...fitted(badge.name, 220, 16 * 1.1), isFree: true }),
    textAt('muted', { x: 18, y: 100, size: 12, ...fitted(`$${badge.symbol}`, 220, 12), isFree: true }),
    textAt('ink', { x: 18, y: 140, size: 12, ...fitted(capitalise(score), 150, 12), isFree: true }),
    textAt('muted end', { x: 238, y: 140, size: 11, ...fitted(badge.serviceName, 76, 11), isFree: true }),
  ])
}

/** Smaller for the longest warnings. */
function fitLead(text: string): Placed & { size: number } {
  const size = text.length > 18 ? 14 : 17
  return { size, ...fitted(text, 192, size * 1.06) }
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const number = { x: 17, y: 102, size: 42, width: 0, isFree: true }

function bandCard(badge: Badge, theme: BadgeTheme): string {
  const word = fitted(capitalise(badge.lead ?? badge.word), 150, 12 * 1.06)
  const signWidth = badge.tone === 'grey' ? 0 : 16
  return svg(badge, { theme, width: 256, height: 160 }, [
    `<rect class="ground" x=".5" y=".5" width="255" height="159" rx="11.5"/>`,
    textAt('ink bold', { x: 18, y: 33, size: 16, ...fitted(badge.name, 220, 16 * 1.1), isFree: true }),
    textAt('muted', { x: 18, y: 52, size: 12, ...fitted(`$${badge.symbol}`, 220, 12), isFree: true }),
    textAt(badge.tone === 'grey' ? 'muted bold' : 'ink bold', { ...number, text: badge.aggregate }),
    `<rect class="field" x="18" y="117" width="${word.width + signWidth + 20}" height="25" rx="6"/>`,
    signAt(badge.tone, { x: 28, y: 124.5, size: 10 }),
    textAt('on bold', { x: 28 + signWidth, y: 134, size: 12, ...word }),
    textAt('muted end', {
      x: 238,
      y: 84,
      size: 11,
      text: badge.before ? 'scored' : 'out of 100',
      width: 0,
      isFree: true,
    }),
    ...(badge.before
      ? [textAt('muted end', { x: 238, y: 100, size: 11, text: 'before launch', width: 0, isFree: true })]
      : []),
    textAt('muted end', { x: 238, y: 134, size: 11, ...fitted(badge.serviceName, 180 - word.width, 11), isFree: true }),
  ])
}

/** A path, because not every font has the shape. */
const signAt = (tone: BadgeTone, { x, y, size }: Spot): string =>
  tone === 'grey'
    ? ''
    : `<path class="on" transform="translate(${x} ${y}) scale(${size / 10})" d="${shapes[tone].path}"/>`

interface Placed {
  text: string
  width: number
}

/** A text with a maximal width. */
function fitted(text: string, maxPx: number, size = 11): Placed {
  const cut = cutTo(cutMarks(text), maxPx / size)
  return { text: cut, width: Math.ceil(measureWidth(cut) * size) }
}

/** Fixed text keeps its measured width in any font. */
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

/** Right-to-left names must not reorder the text beside them. */
const isolated = (text: string) => `\u2068${text}\u2069`

interface Sheet {
  theme: BadgeTheme
  width: number
  height: number
}

function svg({ url, sentence, tone }: Badge, { theme, width, height }: Sheet, parts: string[]): string {
  const said = escapeMarkup(sentence)
  const rules = `text{font-family:${font}}.bold{font-weight:600}.end{text-anchor:end}.edge{fill:none;stroke:#8080804d}.label{fill:${colors.bg.dark}}.name{fill:${colors.ink.dark}}.ticker{fill:${colors.muted.dark}}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">`,
    `<title>${said}</title><style>${rules}${colorRules(tone, theme)}</style>`,
    `<a href="${escapeMarkup(url)}" target="_top">`,
    ...parts,
    '</a></svg>',
  ].join('')
}

const fields: Record<BadgeTone, { field: ColorName; on: ColorName; edge?: ColorName }> = {
  green: { field: 'greenWash', on: 'greenInk' },
  amber: { field: 'amberWash', on: 'amberInk' },
  red: { field: 'redWash', on: 'redInk' },
  critical: { field: 'crit', on: 'onCrit' },
  rugged: { field: 'crit', on: 'onCrit' },
  graduated: { field: 'grad', on: 'onGrad' },
  dead: { field: 'redWash', on: 'redInk' },
  alive: { field: 'card', on: 'greenInk', edge: 'green' },
  grey: { field: 'sunk', on: 'muted', edge: 'edge' },
}

/** `auto` follows the viewer's preference, also inside an img. */
function colorRules(tone: BadgeTone, theme: BadgeTheme): string {
  const { field, on, edge } = fields[tone]
  const rules = (scheme: 'light' | 'dark') => {
    const of = (name: ColorName) => colors[name][scheme]
    const hollow = edge ? `;stroke:${of(edge)}` : ''
    return [
      `.ground{fill:${of('card')};stroke:${of('line')}}.ink{fill:${of('ink')}}.muted{fill:${of('muted')}}`,
      `.field{fill:${of(field)}${hollow}}.on{fill:${of(on)}}`,
    ].join('')
  }
  return theme === 'auto' ? `${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}` : rules(theme)
}
