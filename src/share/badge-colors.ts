import { bands } from '../scoring/band.ts'
import type { Badge, BadgeTheme } from './badge.ts'

interface Palette {
  ground: string
  line: string
  ink: string
  muted: string
  /** The text on the coloured field. */
  onField: string
  grey: string
  danger: string
}

// each text has a contrast of at least 4.5 to 1
const palettes: Record<'light' | 'dark', Palette> = {
  light: {
    ground: '#ffffff',
    line: '#d3dae1',
    ink: '#17202a',
    muted: '#57636f',
    onField: '#ffffff',
    grey: '#5c6670',
    danger: '#9b1c14',
  },
  dark: {
    ground: '#141b23',
    line: '#33404c',
    ink: '#f3f6f9',
    muted: '#a3b0bd',
    onField: '#0d1218',
    grey: '#9aa6b2',
    danger: '#ff9388',
  },
}

/** The CSS rules that colour a badge; `auto` follows the viewer's preference, also inside an img. */
export function colorRules(tone: Badge['tone'], theme: BadgeTheme): string {
  const rules = (of: 'light' | 'dark') => {
    const { ground, line, ink, muted, onField, grey, danger } = palettes[of]
    const field = tone === 'grey' ? grey : bands[tone][of]
    return [
      `.ground{fill:${ground};stroke:${line}}.ink{fill:${ink}}.muted{fill:${muted}}`,
      `.field{fill:${field}}.danger{fill:${danger}}.on{fill:${onField}}`,
    ].join('')
  }
  return theme === 'auto' ? `${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}` : rules(theme)
}
