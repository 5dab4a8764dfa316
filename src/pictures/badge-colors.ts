import type { Badge, BadgeTheme } from './badge.ts'

interface Palette {
  ground: string
  line: string
  ink: string
  muted: string
  /** Ink on the field of a tone. */
  onField: string
  fields: Record<Badge['tone'], string>
}

// each ink stands out from its ground by 4.5 to 1 at least
const palettes: Record<'light' | 'dark', Palette> = {
  light: {
    ground: '#ffffff',
    line: '#d3dae1',
    ink: '#17202a',
    muted: '#57636f',
    onField: '#ffffff',
    fields: { green: '#16774a', amber: '#8f5f00', red: '#bd2c26', grey: '#5c6670' },
  },
  dark: {
    ground: '#141b23',
    line: '#33404c',
    ink: '#f3f6f9',
    muted: '#a3b0bd',
    onField: '#0d1218',
    fields: { green: '#3fcf8e', amber: '#f5b83d', red: '#ff8074', grey: '#9aa6b2' },
  },
}

/** The rules that colour a badge; `auto` follows what the viewer prefers, also inside an img. */
export function colorRules(tone: Badge['tone'], theme: BadgeTheme): string {
  const rules = (of: 'light' | 'dark') => {
    const { ground, line, ink, muted, onField, fields } = palettes[of]
    return [
      `.ground{fill:${ground};stroke:${line}}.ink{fill:${ink}}.muted{fill:${muted}}`,
      `.field{fill:${fields[tone]}}.on{fill:${onField}}`,
    ].join('')
  }
  return theme === 'auto' ? `${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}` : rules(theme)
}
