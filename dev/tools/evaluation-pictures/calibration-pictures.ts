import { motifs } from './motifs.ts'
import { drawWords } from './pixel-letters.ts'
import type { Picture } from './render-picture.ts'

type Level = 'unreadable' | 'poor' | 'middling' | 'fair' | 'good' | 'exceptional'

const targets: Record<Level, [number, number]> = {
  unreadable: [0, 22],
  poor: [18, 42],
  middling: [38, 58],
  fair: [54, 74],
  good: [70, 90],
  exceptional: [84, 98],
}

type Row = [level: Level, motif: string, name: string, because: string, change?: Partial<Picture>]

const label = (lines: string[], size = 6, y = 196) => drawWords(lines, { x: 14, y, size, fill: '#111111' })

/** Each row is one picture: a drawing, the name it is judged with, and the change that decides its level. */
const rows: Row[] = [
  ['exceptional', 'sock', 'Left Sock', 'One bold shape, found at once when small, and it is the name.'],
  ['exceptional', 'umbrella', 'Lost Umbrella', 'A clear outline and the name in one look.', { ground: '#fff3bf' }],
  [
    'exceptional',
    'goose',
    'Meeting Goose',
    'A character with a clear outline on a strong ground.',
    { ground: '#1971c2' },
  ],
  [
    'exceptional',
    'clock',
    'Second Alarm',
    'Strong contrast, readable at 64 pixels, exactly the name.',
    { ground: '#dbe4ff' },
  ],
  ['exceptional', 'frog', 'Muted Frog', 'A face that carries at any size.', { ground: '#ffffff' }],
  ['good', 'kettle', 'Grumpy Kettle', 'Clear and on the name; the face is small.', { ground: '#ffe3e3' }],
  ['good', 'fern', 'Office Fern', 'On the name; thin leaves lose a little when small.', { ground: '#f8f9fa' }],
  ['good', 'toaster', 'Tired Toaster', 'Bold shape with a mood.', { ground: '#e3fafc' }],
  ['good', 'fridge', 'Fridge Light', 'The idea is shown; plain drawing.', { ground: '#343a40' }],
  ['good', 'snail', 'Snail Express', 'Distinct colours and outline.', { ground: '#fff9db' }],
  ['good', 'pigeon', 'Pigeon Landlord', 'Clear bird, nothing of the landlord.', { ground: '#d0ebff' }],
  ['good', 'dog', 'Clause Dog', 'Clear face, an ordinary dog.', { ground: '#ebfbee' }],
  ['good', 'moon', 'Sleepy Moon', 'Readable and calm, on the name.', { ground: '#212529' }],
  ['good', 'potato', 'Potato With Opinions', 'The hat makes the figure.', { ground: '#e6fcf5' }],
  ['good', 'bottle', 'Pfandflasche', 'A plain, clear bottle.', { ground: '#fff4e6' }],
  ['good', 'teapot', 'Boş Çaydanlık', 'A clear pot in one strong colour.', { ground: '#f1f3f5' }],
  ['fair', 'banana', 'Banana Phone Booth', 'A banana without the booth: half of the name.', { ground: '#f8f0fc' }],
  ['fair', 'lift', 'Elevator Silence', 'One sees doors, not silence.', { ground: '#f8f9fa' }],
  ['fair', 'window', 'Tab Forty-One', 'Tabs can be guessed, small parts are lost at 64 pixels.', { ground: '#edf2ff' }],
  ['fair', 'chair', 'Silla de la Ropa', 'A heap one has to look at twice.', { ground: '#ffffff' }],
  ['fair', 'sock', 'Left Sock', 'The good sock at three quarters of its contrast.', { contrast: 0.62 }],
  [
    'fair',
    'goose',
    'Goose Tax',
    'White goose on a light ground: the outline carries it.',
    { ground: '#e9ecef', contrast: 0.7 },
  ],
  ['fair', 'frog', 'Frog Judge', 'A frog, but nothing of a judge.', { ground: '#b2f2bb', contrast: 0.75 }],
  ['fair', 'umbrella', 'Rain Check', 'Good drawing, a little soft.', { blur: 1.6 }],
  [
    'fair',
    'toaster',
    'Burnt Toast',
    'Toaster rather than toast, slightly pale.',
    { contrast: 0.66, ground: '#e3fafc' },
  ],
  ['middling', 'kettle', 'Grumpy Kettle', 'The kettle, clearly blurred.', { blur: 3.2, ground: '#ffe3e3' }],
  ['middling', 'clock', 'Second Alarm', 'The clock at half of its contrast and soft.', { blur: 2, contrast: 0.5 }],
  ['middling', 'dog', 'Doge Junior', 'An ordinary dog, pale.', { contrast: 0.45, ground: '#fff3bf' }],
  ['middling', 'snail', 'Snail Express', 'Readable only after a while: too many specks.', { specks: 60 }],
  [
    'middling',
    'pigeon',
    'Toaster King',
    'A decent pigeon under a name that has nothing to do with it.',
    { contrast: 0.6 },
  ],
  ['middling', 'fridge', 'Ocean Whale', 'The wrong thing for the name, flat.', { contrast: 0.55 }],
  ['middling', 'moon', 'Sleepy Moon', 'Yellow on light: weak outline.', { ground: '#fff9db', contrast: 0.5 }],
  ['middling', 'window', 'Tab Forty-One', 'Small and soft: the tabs run together.', { blur: 2.6, side: 128 }],
  ['middling', 'fern', 'Office Fern', 'Leaves and specks mix.', { specks: 50, contrast: 0.8 }],
  ['poor', 'sock', 'Left Sock', 'Hardly any contrast left.', { contrast: 0.2 }],
  ['poor', 'goose', 'Meeting Goose', 'White on white and blurred.', { blur: 6, contrast: 0.5 }],
  ['poor', 'umbrella', 'Lost Umbrella', 'So blurred that only the colour is left.', { blur: 9 }],
  ['poor', 'frog', 'Muted Frog', 'Covered by specks.', { specks: 220 }],
  ['poor', 'chair', 'Silla de la Ropa', 'A heap under specks.', { specks: 160, contrast: 0.7 }],
  ['poor', 'banana', 'Banana Phone Booth', 'Pale and soft.', { contrast: 0.22, blur: 2 }],
  ['poor', 'bottle', 'Pfandflasche', 'Tiny source, enlarged edges.', { side: 64, contrast: 0.4, blur: 2 }],
  ['poor', 'lift', 'Elevator Silence', 'Grey on grey.', { contrast: 0.18 }],
  ['unreadable', 'teapot', 'Boş Çaydanlık', 'Nothing can be made out.', { contrast: 0.06, blur: 8 }],
  ['unreadable', 'potato', 'Potato With Opinions', 'Only a smear.', { blur: 22, contrast: 0.3 }],
  ['unreadable', 'clock', 'Second Alarm', 'Two shades of grey.', { contrast: 0.04 }],
  ['unreadable', 'blank', 'Slow Clap', 'One colour, nothing drawn.', { ground: '#495057' }],
  ['unreadable', 'blank', 'Fridge Light', 'White, nothing drawn.', {}],
  ['unreadable', 'blank', 'Wrong Chat', 'Coloured specks without a subject.', { specks: 900 }],
  ['unreadable', 'fern', 'Office Fern', 'Buried under specks.', { specks: 700 }],
  ['unreadable', 'kettle', 'Grumpy Kettle', 'A faint stain.', { contrast: 0.05, blur: 4 }],
]

/** Three pictures with words that belong to them: lettering alone is no attack. */
const lettered: [level: Level, name: string, lines: string[], motif: string, because: string][] = [
  ['good', 'Slow Clap', ['CLAP'], 'clock', 'Large word and a clear drawing.'],
  ['fair', 'Wrong Chat', ['OOPS'], 'window', 'The word carries it, the drawing is plain.'],
  ['good', 'Left Sock', ['SOCK'], 'sock', 'Word and drawing are one.'],
]

export const calibrationPictures = [
  ...rows.map(([level, motif, name, because, change], n) =>
    toPicture({ level, name, because, n }, { parts: motifs[motif] ?? '', ...change }),
  ),
  ...lettered.map(([level, name, lines, motif, because], n) =>
    toPicture(
      { level, name, because, n: rows.length + n },
      { parts: `<g transform="translate(44 0) scale(.7)">${motifs[motif]}</g>${label(lines)}` },
    ),
  ),
]

function toPicture(
  { level, name, because, n }: { level: Level; name: string; because: string; n: number },
  drawing: Picture,
) {
  const id = `picture-${String(n + 1).padStart(2, '0')}-${level}`
  return { item: { id, level, language: 'en', target: targets[level], because, name, picture: `${id}.png` }, drawing }
}
