interface Color {
  light: string
  dark: string
}

const inBoth = (color: string): Color => ({ light: color, dark: color })

/**
 * Green, amber and red say how good a score is; crit, grad and none say what became of it. They are used for nothing else. A test compares these with
 * web/src/styles/tokens.css.
 */
export const colors = {
  bg: { light: '#f6f7f9', dark: '#0b0d10' },
  card: { light: '#ffffff', dark: '#12151a' },
  sunk: { light: '#eef0f3', dark: '#191d24' },
  line: { light: '#e1e4ea', dark: '#242a33' },
  edge: { light: '#868f9c', dark: '#626c7a' },
  ink: { light: '#12151a', dark: '#eef1f5' },
  muted: { light: '#525b69', dark: '#a3adbb' },
  accent: { light: '#3a49e0', dark: '#96a0ff' },
  accentWash: { light: '#eceefd', dark: '#1a1e3a' },
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
  crit: { light: '#b3201a', dark: '#c22a22' },
  onCrit: inBoth('#ffffff'),
  grad: { light: '#0d6a38', dark: '#126b40' },
  onGrad: inBoth('#ffffff'),
  none: { light: '#7a8391', dark: '#7f8a99' },
} as const satisfies Record<string, Color>

export type ColorName = keyof typeof colors

/** For readers who can't tell colours apart: as text, and in a box of 10 by 10. */
export const shapes = {
  green: { symbol: '●', path: 'M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z' },
  amber: { symbol: '◆', path: 'M5 0l5 5-5 5-5-5z' },
  red: { symbol: '▼', path: 'M.3 1h9.4L5 9.4z' },
  critical: { symbol: '⚑', path: 'M1.5 0h1.2v.9h6.6L7.7 3.6l1.6 2.7H2.7V10H1.5z' },
  rugged: { symbol: '⚑', path: 'M1.5 0h1.2v.9h6.6L7.7 3.6l1.6 2.7H2.7V10H1.5z' },
  graduated: {
    symbol: '✓',
    path: 'M5 1l5 2.3-5 2.3L0 3.3zM2 5.3l3 1.4 3-1.4v2.1C7.2 8.3 6.1 8.7 5 8.7S2.8 8.3 2 7.4z',
  },
  alive: {
    symbol: '○',
    path: 'M5 .5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9zM5 2.1a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 1 0 0-5.8z',
  },
  dead: { symbol: '✕', path: 'M1.9.5L5 3.6 8.1.5l1.4 1.4L6.4 5l3.1 3.1-1.4 1.4L5 6.4 1.9 9.5.5 8.1 3.6 5 .5 1.9z' },
  unknown: {
    symbol: '?',
    path: 'M2 3.2C2 1.5 3.3.4 5 .4s3 1 3 2.7c0 1.3-.8 1.9-1.5 2.4-.5.4-.7.6-.7 1.2H4.2c0-1.3.6-1.9 1.3-2.4.5-.4.8-.6.8-1.2S5.8 2 5 2s-1.3.5-1.3 1.2zM4.1 7.9h1.8v1.7H4.1z',
  },
} as const

interface TypeSize {
  weight: number
  /** In pixels, at the browser's usual text size. */
  size: number
  line: number
}

/** Pages use no other sizes. */
export const type = {
  label: { weight: 600, size: 12, line: 16 },
  meta: { weight: 400, size: 13, line: 20 },
  ui: { weight: 400, size: 14, line: 20 },
  prose: { weight: 400, size: 16, line: 24 },
  h3: { weight: 600, size: 16, line: 24 },
  say: { weight: 400, size: 18, line: 26 },
  h2: { weight: 700, size: 22, line: 28 },
  h1: { weight: 700, size: 28, line: 34 },
  display: { weight: 700, size: 48, line: 52 },
  number: { weight: 700, size: 56, line: 56 },
} as const satisfies Record<string, TypeSize>

export const spaces = { s1: 4, s2: 8, s3: 12, s4: 16, s5: 24, s6: 32, s7: 48, s8: 72 } as const

/**
 * The mark, in a box of 32 by 32: an L as a launch pad and as the axes of a chart, and a token above it. The line is 5 wide
 * with round ends, in ink; the dot is in accent.
 */
export const mark = {
  line: 'M6.5 5.5V16A9.5 9.5 0 0 0 16 25.5H26.5',
  lineWidth: 5,
  dot: { x: 22.5, y: 9.5, radius: 5 },
}

/** Markup of the mark, to stand in an `svg` element of 32 by 32. */
export const drawMark = ({ line, dot }: { line: string; dot: string }): string =>
  `<path d="${mark.line}" fill="none" stroke="${line}" stroke-width="${mark.lineWidth}" stroke-linecap="round"/>` +
  `<circle cx="${mark.dot.x}" cy="${mark.dot.y}" r="${mark.dot.radius}" fill="${dot}"/>`
