import { type ColorName, colors, shapes, spaces, type } from '../../../contract/design.ts'
import { escapeMarkup } from '../../platform/markup.ts'
import {
  type Notice,
  type SignalRow,
  breakLinks,
  formatAge,
  formatEvent,
  formatScore,
  formatNoticeSubject,
  formatTimes,
  formatWarning,
  getTone,
  listSignalRows,
} from './notice.ts'

/** Mail programs change dark colours in their own ways, so there is one theme. */
const color = (name: ColorName) => colors[name].light

/** Tables and inline styles only, because mail programs drop style sheets. Loads nothing. */
export function formatHtml(notice: Notice, unsubscribe: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light">',
    `<title>${escapeMarkup(formatNoticeSubject(notice, breakLinks))}</title></head>`,
    `<body style="margin:0;padding:${spaces.s4}px;background:${color('bg')};${font('ui')}color:${color('ink')}">`,
    table(
      `max-width:560px;margin:0 auto;background:${color('card')};border:1px solid ${color('line')};border-radius:14px`,
      [...formatStrip(notice), cell(`padding:${spaces.s5}px`, formatTicket(notice))],
    ),
    `<p style="max-width:560px;margin:${spaces.s3}px auto;${font('label')}color:${color('muted')}">${escapeMarkup(unsubscribe)}</p>`,
    '</body></html>',
    '',
  ].join('\r\n')
}

const font = (size: keyof typeof type) =>
  `font:${type[size].weight} ${type[size].size}px/${type[size].line}px Inter,system-ui,sans-serif;`

const table = (style: string, rows: string[]) =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="${style}">${rows.join('\r\n')}</table>`

const cell = (style: string, content: string) => `<tr><td style="${style}">${content}</td></tr>`

function formatStrip(notice: Notice): string[] {
  const warning = formatWarning(notice)
  if (warning === null) return []
  const look = `padding:${spaces.s4}px ${spaces.s5}px;background:${color('crit')};color:${color('onCrit')};border-radius:14px 14px 0 0;`
  return [cell(look + font('subtitle'), escapeMarkup(warning))]
}

const formatTicket = (notice: Notice) =>
  [
    `<p style="margin:0;${font('title')}" dir="auto">${escapeMarkup(formatNoticeSubject(notice, breakLinks))}</p>`,
    `<p style="margin:0 0 ${spaces.s4}px;${font('cardTitle')}color:${color('muted')}">${formatEvent(notice)}</p>`,
    `<p style="margin:0 0 ${spaces.s4}px;padding-left:${spaces.s3}px;border-left:4px solid ${color(getTone(notice))};${font('cardTitle')}">${formatScore(notice)}</p>`,
    table(`margin:0 0 ${spaces.s4}px`, listSignalRows(notice).map(formatRow)),
    `<p style="margin:0 0 ${spaces.s4}px;color:${color('muted')}">${formatTimes(notice)} ${formatAge(notice)}</p>`,
    `<a href="${escapeMarkup(notice.url)}" style="display:inline-block;padding:${spaces.s2}px ${spaces.s4}px;border-radius:8px;background:${color('btn')};color:${color('onBtn')};text-decoration:none;${font('cardTitle')}">Open the launch</a>`,
  ].join('\r\n')

function formatRow({ label, measured }: SignalRow): string {
  const name = `<td width="76" style="padding:2px 0;${font('ui')}">${label}</td>`
  if (measured === null) return `<tr>${name}<td colspan="2" style="color:${color('muted')}">Not measured yet</td></tr>`
  const { score, band } = measured
  const filled = Math.max(2, score) // a zero is a sliver, not an empty bar
  const ground = filled < 100 ? `<td style="background:${color('line')}">&nbsp;</td>` : ''
  const bar = `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="font-size:8px;line-height:8px"><tr><td width="${filled}%" style="background:${color(band)}">&nbsp;</td>${ground}</tr></table>`
  const number = `<td width="64" align="right" style="${font('ui')}color:${color(`${band}Ink`)}">${shapes[band].symbol} ${score}</td>`
  return `<tr>${name}<td>${bar}</td>${number}</tr>`
}
