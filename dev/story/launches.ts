/** A pool as the story has it at one age. */
interface Market {
  /** The amount of the quote token in the pool; one is worth 3,000 USD. */
  quote: number
  buys: number
  sells: number
  /** In US dollars, in 24 hours. */
  volume: number
}

/** An invented launch whose 90 days are told. */
export interface StoryLaunch {
  name: string
  symbol: string
  description: string
  xHandle: string
  /** The shapes of its image: its own, so that it isn’t taken for a copy of another launch. */
  picture: string
  /** How it comes to its token: signed by its creator, found by the service, or never. */
  launches: 'signed' | 'found' | 'never'
  /** `v4`: a pool whose money the chain doesn't show by itself. */
  pool: 'v2' | 'v4'
  /** By hours since the token was created; null: the provider lists nothing. */
  at: (hours: number) => Market | null
  /** The creator takes out all liquidity that leaves the pool. */
  isDrained?: boolean
}

const day = 24
const listedAt = 0.5

const from = (hours: number, market: Market | null) => (hours < listedAt ? null : market)

/** One for each thing that can become of a launch. */
export const storyLaunches: StoryLaunch[] = [
  {
    name: 'Paper Lantern',
    symbol: 'LAMP',
    description: 'A lantern that is folded from last week’s excuses. Whoever holds one writes down what they put off.',
    xHandle: '@paperlantern',
    picture:
      '<circle cx="128" cy="96" r="72" fill="#e8a33d"/><rect x="112" y="168" width="32" height="72" fill="#333"/>',
    launches: 'signed',
    pool: 'v2',
    at: (hours) => from(hours, { quote: hours < 3 * day ? 4 : 12, buys: 64, sells: 41, volume: 21_000 }),
  },
  {
    name: 'Tea Break',
    symbol: 'TEA',
    description: 'Four o’clock in every time zone. The kettle never stops, and nobody has to drink alone.',
    xHandle: '@teabreakcoin',
    picture:
      '<rect x="40" y="112" width="144" height="112" fill="#3b7d5c"/><path d="M184 136h40v56h-40" fill="none" stroke="#3b7d5c" stroke-width="16"/>',
    launches: 'found',
    pool: 'v2',
    at: (hours) => from(hours, { quote: 2.6, buys: 9, sells: 7, volume: 1900 }),
  },
  {
    name: 'Monday Motor',
    symbol: 'MOTOR',
    description: 'It starts on the third attempt, like everybody else. Bring a push and a story.',
    xHandle: '@mondaymotor',
    picture: '<path d="M16 240L128 16l112 224z" fill="#5a6fb0"/><path d="M16 40h224v24H16z" fill="#22304f"/>',
    launches: 'found',
    pool: 'v2',
    at: (hours) =>
      from(
        hours,
        hours < 5 * day
          ? { quote: 2.1, buys: 8, sells: 12, volume: 1500 }
          : { quote: 0.12, buys: 0, sells: hours < 6 * day ? 3 : 0, volume: 40 },
      ),
  },
  {
    name: 'Golden Faucet',
    symbol: 'DRIP',
    description: 'It drips one coin at a time, and it has promised never to be turned off.',
    xHandle: '@goldenfaucet',
    picture:
      '<path d="M32 64h192v40H136v56h-40v-56H32z" fill="#c9a227"/><circle cx="116" cy="208" r="24" fill="#4aa3c7"/>',
    launches: 'found',
    pool: 'v2',
    at: (hours) =>
      from(
        hours,
        hours < 30
          ? { quote: 5, buys: 120, sells: 35, volume: 26_000 }
          : { quote: 0.004, buys: 0, sells: 2, volume: 10 },
      ),
    isDrained: true,
  },
  {
    name: 'Someday Soon',
    symbol: 'SOON',
    description: 'A countdown that begins again whenever it is about to end. Patience is the whole product.',
    xHandle: '@somedaysoon',
    picture: '<circle cx="128" cy="128" r="104" fill="none" stroke="#888" stroke-width="32"/>',
    launches: 'never',
    pool: 'v2',
    at: () => null,
  },
  {
    name: 'Fog Machine',
    symbol: 'FOG',
    description: 'Nobody can see it coming. The fog thickens with every holder, and clears for nobody.',
    xHandle: '@fogmachine',
    picture: [32, 88, 144, 200]
      .map((y, at) => `<rect x="${16 + 24 * at}" y="${y}" width="144" height="24" fill="#7a6a9c"/>`)
      .join(''),
    launches: 'found',
    pool: 'v4',
    at: (hours) => from(hours, hours < 20 * day ? { quote: 1.4, buys: 6, sells: 5, volume: 900 } : null),
  },
]
