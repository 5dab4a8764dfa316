import type { Lettering, Write } from './lettering.ts'
import { motifs } from './motifs.ts'
import type { Picture } from './render-picture.ts'

/** Draws one picture with the words on it; an animation has several frames. */
export type Scene = (words: string, write: Write) => Promise<Picture | Picture[]>

const motif = (name: string, at = 'translate(64 6) scale(.5)') => `<g transform="${at}">${motifs[name]}</g>`

const scene =
  (draw: (words: string, write: Write) => Promise<string>, ground = '#ffffff'): Scene =>
  async (words, write) => ({ parts: await draw(words, write), ground, side: 256 })

const centred = { x: 0, width: 256, align: 'center' } as const

/** A drawing above large words. */
export const poster = (name: string, { size = 26, fill = '#111111', ground = '#fff8e7' } = {}): Scene =>
  scene(
    async (words, write) => motif(name) + (await write(words, { ...centred, y: 150, size, fill, weight: 800 })),
    ground,
  )

export const ribbon = (name: string, fill = '#c2255c'): Scene =>
  scene(
    async (words, write) =>
      `${motif(name, 'translate(40 0) scale(.68)')}<g transform="rotate(-7 128 190)"><path d="M4 160h248l-16 34 16 34H4l16-34z" fill="${fill}" stroke="#2b0b16" stroke-width="4"/>${await write(words, { ...centred, y: 166, size: 21, fill: '#ffffff' })}</g>`,
    '#eef7ff',
  )

export const shopSign = (name: string, fill = '#0b3d2e'): Scene =>
  scene(
    async (words, write) =>
      `<path d="M10 90h236v166H10z" fill="#e9c79f"/><rect x="6" y="20" width="244" height="70" rx="6" fill="${fill}" stroke="#d4a017" stroke-width="5"/>${await write(words, { ...centred, y: 26, size: 20, fill: '#ffe9a8' })}<rect x="60" y="110" width="136" height="130" fill="#cfe8f5" stroke="#6b4423" stroke-width="8"/>${motif(name, 'translate(78 120) scale(.4)')}`,
    '#9cc4e4',
  )

/** One character a line, on a hanging scroll. */
export const scroll = (name: string): Scene =>
  scene(
    async (words, write) =>
      `${motif(name, 'translate(4 56) scale(.62)')}<path d="M178 8h64v238h-64z" fill="#f6e7c1" stroke="#8b1a1a" stroke-width="5"/>${await write(Array.from(words).join('\n'), { x: 178, width: 64, align: 'center', y: 14, size: 30, fill: '#8b1a1a', leading: 1.2 })}`,
    '#dfe7da',
  )

export const wall = (name: string): Scene =>
  scene(async (words, write) => {
    const bricks = Array.from(
      { length: 8 },
      (_, row) =>
        `M0 ${row * 32}h256M${row % 2 ? 40 : 8} ${row * 32}v32M${row % 2 ? 140 : 100} ${row * 32}v32M${row % 2 ? 230 : 196} ${row * 32}v32`,
    )
    return `<path d="${bricks.join('')}" stroke="#8f3b2a" stroke-width="3" fill="none"/>${rough}${motif(name, 'translate(120 116) scale(.54)')}${await write(words, { x: 8, y: 16, width: 244, size: 33, fill: '#f8f32b', weight: 900, attributes: 'transform="rotate(-4 60 60)" filter="url(#rough)"' })}`
  }, '#b5533c')

export const footer = (name: string): Scene =>
  scene(
    async (words, write) =>
      motif(name, 'translate(14 0) scale(.9)') +
      (await write(words, { x: 6, width: 244, y: 240, size: 6.4, fill: '#5c5c5c', weight: 500 })),
  )

/** Letters that differ little from what is behind them. */
export const faint = (name: string, { ground = '#ffffff', fill = '#f2f2f2', size = 30, y = 96 } = {}): Scene =>
  scene(
    async (words, write) =>
      motif(name, 'translate(10 4) scale(.9)') + (await write(words, { ...centred, y, size, fill, weight: 800 })),
    ground,
  )

/** Letters in the colour of the thing that they lie on. */
export const sameColour = (name: string, fill: string, at: { x: number; y: number; size: number }): Scene =>
  scene(
    async (words, write) => `${motif(name, 'scale(1)')}${await write(words, { ...at, width: 200, fill, weight: 800 })}`,
    '#f4f1ea',
  )

export const edges = (name: string): Scene =>
  scene(async (words, write) => {
    const side = await write(`${words} · ${words}`, { ...centred, y: 2, size: 8, fill: '#777777', weight: 500 })
    const turned = [0, 90, 180, 270].map((angle) => `<g transform="rotate(${angle} 128 128)">${side}</g>`)
    return motif(name, 'translate(38 38) scale(.7)') + turned.join('')
  }, '#fdf3d8')

/** Words turned by an angle, or mirrored. */
export const turned = (name: string, transform: string, { size = 24, fill = '#1d3557', y = 112 } = {}): Scene =>
  scene(
    async (words, write) =>
      `${motif(name, 'translate(52 50) scale(.6)')}<g transform="${transform}">${await write(words, { ...centred, y, size, fill })}</g>`,
    '#f1faee',
  )

export const stairs = (name: string): Scene =>
  scene(async (words, write) => {
    const steps = words
      .split('\n')
      .map((word, step) =>
        write(word, { x: 8 + step * 62, y: 30 + step * 62, width: 130, size: 34, fill: '#7209b7', weight: 800 }),
      )
    return `<path d="M0 80h62v62h62v62h62v62" fill="none" stroke="#adb5bd" stroke-width="6"/>${motif(name, 'translate(150 4) scale(.38)')}${(await Promise.all(steps)).join('')}`
  }, '#f3e8ff')

/** The words around a circle, letter by letter. */
export const ring = (name: string): Scene =>
  scene(async (words, write) => {
    const letters = Array.from(words)
    const drawn = letters.map((letter, n) =>
      write(letter, {
        ...centred,
        y: 6,
        size: 17,
        fill: '#9d0208',
        attributes: `transform="rotate(${(360 * n) / letters.length} 128 128)"`,
      }),
    )
    return motif(name, 'translate(58 58) scale(.55)') + (await Promise.all(drawn)).join('')
  }, '#fff3b0')

export const wave = (name: string): Scene =>
  scene(async (words, write) => {
    const letters = Array.from(words).map((letter, n) =>
      write(letter, {
        x: 12 + n * 23,
        y: 176 + Math.round(22 * Math.sin(n * 0.9)),
        width: 26,
        align: 'center',
        size: 30,
        fill: '#005f73',
        weight: 800,
      }),
    )
    return motif(name, 'translate(60 4) scale(.56)') + (await Promise.all(letters)).join('')
  }, '#e9f5db')

/** A card with a dial; the first line stands above it, the second in it. */
export const gauge = (): Scene =>
  scene(async (words, write) => {
    const [title = '', value = ''] = words.split('\n')
    return `<rect x="20" y="30" width="216" height="196" rx="20" fill="#131a22" stroke="#2ecc71" stroke-width="3"/><path d="M58 180a78 78 0 1 1 140 0" fill="none" stroke="#263238" stroke-width="18" stroke-linecap="round"/><path d="M58 180a78 78 0 1 1 138 4" fill="none" stroke="#2ecc71" stroke-width="18" stroke-linecap="round"/>${await write(value, { ...centred, y: 122, size: 30, fill: '#ffffff', weight: 800 })}${await write(title, { ...centred, y: 190, size: 17, fill: '#9ae6b4', weight: 600 })}`
  }, '#0b0f14')

const bar = (title: string, fill: string) =>
  `<rect x="12" y="40" width="232" height="180" rx="10" fill="${fill}"/><rect x="12" y="40" width="232" height="26" rx="10" fill="${title}"/><circle cx="28" cy="53" r="6" fill="#ff5f57"/><circle cx="46" cy="53" r="6" fill="#febc2e"/><circle cx="64" cy="53" r="6" fill="#28c840"/>`

/** A window with lines of text. */
export const screen = ({
  fill = '#1e1e1e',
  title = '#3c3c3c',
  ink = '#9cdcfe',
  size = 19,
  ground = '#6c7a89',
} = {}): Scene =>
  scene(
    async (words, write) =>
      bar(title, fill) + (await write(words, { x: 24, y: 78, width: 220, size, fill: ink, weight: 500, leading: 1.5 })),
    ground,
  )

export const dialog = (): Scene =>
  scene(async (words, write) => {
    const [title = '', body = '', button = ''] = words.split('\n')
    return `<rect x="20" y="58" width="216" height="140" rx="12" fill="#ffffff" stroke="#98a2b3" stroke-width="2"/>${await write(title, { ...centred, y: 70, size: 18 })}${await write(body, { ...centred, y: 106, size: 16, fill: '#475467', weight: 500 })}<rect x="78" y="150" width="100" height="34" rx="8" fill="#2563eb"/>${await write(button, { ...centred, y: 155, size: 17, fill: '#ffffff' })}`
  }, '#d0d5dd')

const star = (x: number) =>
  `<path transform="translate(${x} 40) scale(1.5)" d="M12 0l3.5 8.3 9 .8-6.8 5.9 2 8.8L12 19.1l-7.7 4.7 2-8.8L-.5 9.1l9-.8z" fill="#f59f00"/>`

export const stars = (name: string): Scene =>
  scene(
    async (words, write) =>
      [14, 60, 106, 152, 198].map(star).join('') +
      motif(name, 'translate(80 84) scale(.38)') +
      (await write(words, { ...centred, y: 190, size: 18, fill: '#344054' })),
  )

/** A sheet with a heading and rows. */
export const sheet = ({ ground = '#dcd3c0', ink = '#1f2933', size = 20 } = {}): Scene =>
  scene(async (words, write) => {
    const [title = '', ...rows] = words.split('\n')
    const rules = rows.map((_, n) => `M36 ${112 + n * 38}h184`).join('')
    const lines = rows.map((row, n) => write(row, { x: 38, y: 84 + n * 38, width: 200, size, fill: ink, weight: 500 }))
    return `<path d="M20 10h216v236H20z" fill="#fffdf5" stroke="#998"/>${await write(title, { ...centred, y: 26, size: 24, fill: ink, weight: 800 })}<path d="${rules}" stroke="#bbb" stroke-width="2"/>${(await Promise.all(lines)).join('')}`
  }, ground)

export const progress = (name: string): Scene =>
  scene(async (words, write) => {
    const [title = '', value = ''] = words.split('\n')
    return `${motif(name, 'translate(80 12) scale(.38)')}${await write(title, { ...centred, y: 122, size: 20 })}<rect x="24" y="164" width="208" height="30" rx="15" fill="#dee2e6"/><rect x="24" y="164" width="204" height="30" rx="15" fill="#12b886"/>${await write(value, { ...centred, y: 168, size: 17, fill: '#ffffff' })}`
  }, '#f8f9fa')

/** A round sticker with a toothed rim over the drawing. */
export const seal = (name: string, fill = '#087f5b', turn = -14): Scene =>
  scene(async (words, write) => {
    const rim = Array.from({ length: 40 }, (_, n) => {
      const radius = n % 2 ? 62 : 70
      return `${(178 + radius * Math.cos((n * Math.PI) / 20)).toFixed(1)} ${(178 + radius * Math.sin((n * Math.PI) / 20)).toFixed(1)}`
    })
    return `${motif(name, 'translate(-6 -8) scale(.86)')}<g transform="rotate(${turn} 178 178)"><path d="M${rim.join('L')}z" fill="${fill}"/><circle cx="178" cy="178" r="54" fill="none" stroke="#fff" stroke-width="3"/>${await write(words, { x: 118, y: 152, width: 120, align: 'center', size: 18, fill: '#ffffff', weight: 800 })}</g>`
  }, '#fff4e6')

export const stamp = (name: string): Scene =>
  scene(
    async (words, write) =>
      `${rough}${motif(name, 'translate(20 0) scale(.84)')}<g transform="rotate(-18 128 160)" opacity=".85" filter="url(#rough)"><rect x="26" y="122" width="204" height="80" rx="8" fill="none" stroke="#c1121f" stroke-width="6"/>${await write(words, { ...centred, y: 130, size: 24, fill: '#c1121f', weight: 900 })}</g>`,
    '#f5f5f0',
  )

export const tag = (name: string): Scene =>
  scene(
    async (words, write) =>
      `${motif(name, 'translate(0 0) scale(.8)')}<g transform="rotate(12 190 190)"><path d="M120 176l30-36h96v88h-96z" fill="#ffe066" stroke="#5c3d11" stroke-width="4"/><circle cx="142" cy="176" r="6" fill="#5c3d11"/>${await write(words, { x: 150, y: 146, width: 94, align: 'center', size: 24, fill: '#5c3d11', weight: 800 })}</g>`,
    '#e7f5ff',
  )

export const jersey = (): Scene =>
  scene(async (words, write) => {
    const [name = '', number = ''] = words.split('\n')
    return `<path d="M84 20l-66 40 24 56 30-14v140h112V102l30 14 24-56-66-40c-14 26-74 26-88 0z" fill="#1864ab" stroke="#0b2545" stroke-width="6"/>${await write(name, { ...centred, y: 70, size: 15, fill: '#ffffff' })}${await write(number, { ...centred, y: 94, size: 72, fill: '#ffffff', weight: 900, leading: 1.1 })}`
  }, '#d3f9d8')

export const medal = (name: string): Scene =>
  scene(
    async (words, write) =>
      `${motif(name, 'translate(2 10) scale(.7)')}<path d="M150 0l34 110 34-110z" fill="#e63946"/><circle cx="184" cy="164" r="62" fill="#ffd43b" stroke="#b8860b" stroke-width="7"/>${await write(words, { x: 124, y: 128, width: 120, align: 'center', size: 24, fill: '#7a4f01', weight: 800 })}`,
    '#e3fafc',
  )

/** A speech bubble; a second paragraph gets a bubble of its own, in answer. */
export const bubbles = (name: string, size = 19): Scene =>
  scene(async (words, write) => {
    const [first = '', second = ''] = words.split('\n\n')
    const answer =
      second &&
      `<path d="M118 108h130v44h-70l-16 16v-16h-44z" fill="#fff9db" stroke="#222" stroke-width="4"/>${await write(second, { x: 118, y: 114, width: 130, align: 'center', size: size - 2 })}`
    return `${motif(name, 'translate(4 118) scale(.54)')}<path d="M14 12h224v72H120l-24 32V84H14z" fill="#ffffff" stroke="#222" stroke-width="4"/>${await write(first, { ...centred, y: 20, size })}${answer}`
  }, '#b2f2bb')

export const thought = (name: string): Scene =>
  scene(
    async (words, write) =>
      `${motif(name, 'translate(2 112) scale(.56)')}<ellipse cx="146" cy="60" rx="104" ry="52" fill="#fff" stroke="#222" stroke-width="4"/><circle cx="112" cy="126" r="10" fill="#fff" stroke="#222" stroke-width="4"/><circle cx="98" cy="150" r="6" fill="#fff" stroke="#222" stroke-width="4"/>${await write(words, { x: 46, y: 34, width: 200, align: 'center', size: 20 })}`,
    '#a5d8ff',
  )

/** Bends lines as a hand does. */
const rough =
  '<defs><filter id="rough" x="-10%" y="-10%" width="120%" height="120%"><feTurbulence type="fractalNoise" baseFrequency=".045" numOctaves="2" seed="4" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="6"/></filter></defs>'

/** A note by hand on paper, slate or a yellow pad. */
export const handwritten = ({
  paper = '#fffdf0',
  ink = '#1c3faa',
  ground = '#8d6e63',
  turn = -3,
  size = 23,
} = {}): Scene =>
  scene(
    async (words, write) =>
      `${rough}<g transform="rotate(${turn} 128 128)"><rect x="20" y="28" width="216" height="200" fill="${paper}" stroke="#0003"/><g filter="url(#rough)" transform="skewX(-8) translate(18 0)">${await write(words, { x: 34, y: 56, width: 200, size, fill: ink, weight: 400, leading: 1.6 })}</g></g>`,
    ground,
  )

export const watermark = (name: string, opacity = 0.22): Scene =>
  scene(async (words, write) => {
    const one = await write(words, {
      x: 0,
      y: 0,
      width: 120,
      size: 15,
      fill: '#444444',
      weight: 600,
      attributes: `opacity="${opacity}"`,
    })
    const tiles = Array.from(
      { length: 30 },
      (_, n) => `<g transform="translate(${(n % 3) * 110 - 40} ${Math.floor(n / 3) * 40 - 60})">${one}</g>`,
    )
    return `${motif(name, 'translate(14 10) scale(.88)')}<g transform="rotate(-24 128 128)">${tiles.join('')}</g>`
  })

const corner = (x: number, y: number) =>
  `<path d="M${x} ${y}h56v56h-56z" fill="#111"/><path d="M${x + 8} ${y + 8}h40v40h-40z" fill="#fff"/><path d="M${x + 16} ${y + 16}h24v24h-24z" fill="#111"/>`

/** Something like a QR code, which holds nothing, and its caption. */
export const squareCode = (): Scene =>
  scene(async (words, write) => {
    let state = 11
    const cells = Array.from({ length: 441 }, (_, n) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      const [x, y] = [n % 21, Math.floor(n / 21)]
      const isCorner = (x < 8 && y < 8) || (x > 12 && y < 8) || (x < 8 && y > 12)
      return !isCorner && state % 7 < 3 ? `M${44 + x * 8} ${14 + y * 8}h8v8h-8z` : ''
    })
    return `<path d="${cells.join('')}" fill="#111"/>${corner(44, 14)}${corner(156, 14)}${corner(44, 126)}${await write(words, { ...centred, y: 192, size: 24, weight: 800 })}`
  })

/** Rows of letters that shrink, as at an optician’s. */
export const eyeChart = (): Scene =>
  scene(async (words, write) => {
    const rows = words.split('\n').map((row, n) =>
      write(row, {
        ...centred,
        y: [4, 82, 140, 186, 220][n] ?? 236,
        size: [64, 44, 34, 24, 16][n] ?? 10,
        weight: 900,
        leading: 1.1,
      }),
    )
    return `<rect x="14" y="0" width="228" height="256" fill="#fff" stroke="#adb5bd" stroke-width="4"/>${(await Promise.all(rows)).join('')}`
  }, '#ced4da')

/** A grid of letters; the third row is marked. */
export const wordGrid = (): Scene =>
  scene(async (words, write) => {
    const letters = words.split('\n').flatMap((row, y) =>
      Array.from(row, (letter, x) =>
        write(letter, {
          x: 18 + x * 32,
          y: 18 + y * 44,
          width: 30,
          align: 'center',
          size: 24,
          weight: y === 2 ? 800 : 500,
        }),
      ),
    )
    return `<rect x="14" y="104" width="228" height="42" rx="20" fill="#ffec99" stroke="#f08c00" stroke-width="4"/>${(await Promise.all(letters)).join('')}`
  }, '#fffef8')

const still = async (draw: Scene, words: string, write: Write): Promise<Picture> => {
  const drawn = await draw(words, write)
  if (Array.isArray(drawn)) throw new Error('an animation in an animation')
  return drawn
}

/** The words, and then frames without them, or with other ones. */
export const animated =
  (first: Scene, ...later: [scene: Scene, words: string][]): Scene =>
  async (words, write) =>
    Promise.all([still(first, words, write), ...later.map(([draw, next]) => still(draw, next, write))])

/** Only the drawing and a caption under it, which is the same for the attack and its twin. */
export const captioned = (name: string, lettering: Partial<Lettering> = {}): Scene =>
  scene(
    async (words, write) =>
      motif(name, 'translate(24 0) scale(.8)') + (await write(words, { ...centred, y: 212, size: 24, ...lettering })),
    '#f8f0fc',
  )
