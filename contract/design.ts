interface Color {
  light: string
  dark: string
}

const inBoth = (color: string): Color => ({ light: color, dark: color })

/**
 * Green, amber, red and crit say how good a score is, and are used for nothing else. A test compares these with
 * web/src/styles/tokens.css.
 */
export const colors = {
  bg: { light: '#f6f7f9', dark: '#0b0d10' },
  card: { light: '#ffffff', dark: '#12151a' },
  sunk: { light: '#eef0f3', dark: '#0e1115' },
  line: { light: '#e1e4ea', dark: '#242a33' },
  edge: { light: '#c4cad4', dark: '#3a424e' },
  ink: { light: '#12151a', dark: '#eef1f5' },
  muted: { light: '#5b6472', dark: '#98a2b1' },
  faint: { light: '#626c7b', dark: '#8b96a5' },
  accent: { light: '#3a49e0', dark: '#96a0ff' },
  btn: { light: '#14171c', dark: '#f2f4f7' },
  onBtn: { light: '#ffffff', dark: '#0d1013' },
  green: { light: '#15884a', dark: '#3ecf85' },
  greenInk: { light: '#0d6a38', dark: '#6fe3a8' },
  greenWash: { light: '#e3f5ea', dark: '#10291c' },
  amber: { light: '#c77700', dark: '#f2ae3d' },
  amberInk: { light: '#8a4f00', dark: '#f7c675' },
  amberWash: { light: '#fdf0d9', dark: '#2c2010' },
  red: { light: '#d63a30', dark: '#ff6f61' },
  redInk: { light: '#a8221a', dark: '#ff9d93' },
  redWash: { light: '#fde8e6', dark: '#321513' },
  crit: inBoth('#b3201a'),
  onCrit: inBoth('#ffffff'),
} as const satisfies Record<string, Color>

export type ColorName = keyof typeof colors

/** For readers who can't tell colours apart: as text, and in a box of 10 by 10. */
export const shapes = {
  green: { symbol: '●', path: 'M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z' },
  amber: { symbol: '◆', path: 'M5 0l5 5-5 5-5-5z' },
  red: { symbol: '▼', path: 'M.3 1h9.4L5 9.4z' },
  critical: { symbol: '⚑', path: 'M1.5 0h1.2v.9h6.6L7.7 3.6l1.6 2.7H2.7V10H1.5z' },
} as const

interface TypeSize {
  weight: number
  /** In pixels, at the browser's usual text size. */
  size: number
  line: number
}

/** Pages use no other sizes. */
export const type = {
  label: { weight: 500, size: 12, line: 16 },
  meta: { weight: 400, size: 13, line: 20 },
  ui: { weight: 400, size: 14, line: 20 },
  prose: { weight: 400, size: 16, line: 24 },
  cardTitle: { weight: 620, size: 15, line: 20 },
  subtitle: { weight: 680, size: 22, line: 26 },
  title: { weight: 680, size: 28, line: 34 },
  number: { weight: 700, size: 50, line: 52 },
  clock: { weight: 700, size: 48, line: 52 },
} as const satisfies Record<string, TypeSize>

export const spaces = { s1: 4, s2: 8, s3: 12, s4: 16, s5: 24, s6: 32, s7: 48, s8: 64 } as const

export const markPath = 'M4 22h4v6H4zM11 17h4v11h-4zM18 11h4v17h-4zM25 4h4v24h-4z'
