/** Letters of five by seven pixels, a row as five bits: pictures with words look the same on machines with other fonts. */
const letters: Record<string, string> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11111915131111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '111111110a0a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  '.': '00000000000c0c',
  ',': '00000000040408',
  ':': '000c0c000c0c00',
  '!': '04040404040004',
  '?': '0e110102040004',
  '"': '0a0a0a00000000',
  '/': '01010204081010',
  '{': '06040408040406',
  '}': '0c04040204040c',
}

export interface Lettering {
  x: number
  y: number
  /** The side of one pixel of a letter. */
  size: number
  fill: string
  opacity?: number
}

/** Lines of capitals as rectangles of an SVG. */
export function drawWords(lines: string[], { x, y, size, fill, opacity = 1 }: Lettering): string {
  const parts = lines.flatMap((line, row) =>
    Array.from(line.toUpperCase()).flatMap((letter, column) =>
      drawLetter(letter, { x: x + column * 6 * size, y: y + row * 9 * size, size }),
    ),
  )
  return `<path fill="${fill}" opacity="${opacity}" d="${parts.join('')}"/>`
}

function drawLetter(letter: string, { x, y, size }: Pick<Lettering, 'x' | 'y' | 'size'>): string[] {
  const rows = (letters[letter] ?? '').match(/../g) ?? []
  return rows.flatMap((row, n) => {
    const bits = Number.parseInt(row, 16)
    return [0, 1, 2, 3, 4]
      .filter((bit) => bits & (16 >> bit))
      .map((bit) => `M${x + bit * size} ${y + n * size}h${size}v${size}h-${size}z`)
  })
}
