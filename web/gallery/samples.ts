import type { Band, ScoreResult, WarningCode } from '../../contract/schemas/score.ts'
import type { LaunchSummary } from '../../contract/props/launch.ts'
import type { Reading, Fact } from '../../contract/signals/schemas.ts'
import { signalLooks } from '../../contract/signals/looks.ts'
import type { LeadState } from '../../contract/lead.ts'
import type { ScoreProps } from '../../contract/props/score.ts'
import type { Site } from '../../contract/props/site.ts'
import type { Ticket } from '../../contract/props/lists.ts'
import { toBand } from '../../contract/bands.ts'

/** The moment at which all samples are shown. */
export const now = '2026-11-22T12:00:00.000Z'
export const ada = '0x047A7707d1e51186E4A89C50f313aBC344169baC'
export const contract = '0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c6'

export const site: Site = {
  name: 'Launchscore',
  url: 'https://launchscore.example',
  path: '/leaderboards',
  contactUrl: 'mailto:abuse@launchscore.example',
  credit: 'Powered by GoPlus',
  query: '',
  walletConnect: null,
  language: 'en',
  isLanguageChosen: false,
  theme: null,
  hasMiniApp: false,
  looks: signalLooks,
  chains: [8453],
}

/** What people and attackers call their tokens. */
export const names = {
  long: 'The Very Long Name That Nobody Will Ever Remember Anyway, Sorry!',
  unbroken: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenschutz',
  rtl: 'שלום עולם, גרב שמאל',
  arabic: 'الجورب الأيسر',
  cjk: '左袜子和右袜子的故事',
  emoji: '🧦🚀🌕 To the Sock 👨‍👩‍👧‍👦',
  hostile: '<img src=x onerror=alert(1)>"\'&amp; &lt;b&gt; {{constructor}}',
}

const weights = { meme: 25, creator: 20, image: 15, name: 10, social: 15, risk: 15 }
type SignalName = keyof typeof weights
const order = Object.keys(weights) as SignalName[] // as written above

const reasons: Partial<Record<SignalName, string>> = {
  image: 'One clear shape with strong contrast, readable when small.',
}

const facts: Partial<Record<SignalName, Fact[]>> = {
  meme: [
    {
      code: 'verdict',
      effect: 83,
      values: {
        words: 'A sock that waits for its other half is a picture that people add to.',
        samples: 3,
        lowest: 78,
        highest: 84,
      },
    },
    { code: 'freshness', effect: null, values: { rating: 4, most: 5 } },
    { code: 'hook', effect: null, values: { rating: 5, most: 5 } },
    { code: 'ticker_fit', effect: null, values: { rating: 2, most: 5 } },
  ],
  creator: [
    { code: 'wallet_age', effect: 30, values: { days: 812, of: 30 } },
    { code: 'transactions', effect: 15, values: { count: 88, of: 20 } },
    { code: 'launches', effect: 20, values: { tokens: 2, recent: 1, days: 7, of: 20 } },
    { code: 'launches_unseen', effect: null, values: {} },
  ],
  name: [{ code: 'faultless', effect: null, values: {} }],
  social: [
    { code: 'match_name', effect: 15, values: {} },
    { code: 'mentions', effect: 0, values: { creators: 0, days: 7, of: 25 } },
  ],
  risk: [
    { code: 'contract_clean', effect: null, values: { source: 'GoPlus' } },
    { code: 'no_entry', effect: null, values: { source: 'GoPlus', date: '2026-11-22' } },
    { code: 'no_proof', effect: null, values: {} },
  ],
}

const honeypotFacts: Fact[] = [
  { code: 'honeypot', effect: null, values: { cap: 0 } },
  { code: 'cannot_sell_all', effect: null, values: { cap: 15 } },
  { code: 'owner_can_change_balances', effect: -40, values: {} },
  { code: 'hidden_owner', effect: -30, values: {} },
  { code: 'sell_tax', effect: -35, values: { percent: 100, cap: 10 } },
]

type Points = Record<SignalName, number | null>

interface ScoreOptions {
  name?: string
  symbol?: string
  /** Null: a stub. */
  points?: Partial<Points>
  warnings?: ScoreResult['warnings']
}

/** A record as the service makes it, from the points of its signals. */
export function makeScore({ name = 'Left Sock', symbol = 'SOCK', points = {}, warnings = [] }: ScoreOptions = {}) {
  const all: Points = { meme: 83, creator: 95, image: 78, name: 100, social: 75, risk: 100, ...points }
  const stubs = order.filter((signal) => all[signal] === null)
  const live = order.reduce((sum, signal) => sum + (all[signal] === null ? 0 : weights[signal]), 0)
  const contributions = order.map((signal) => {
    const effectiveWeight = all[signal] === null ? 0 : weights[signal] / live
    const score = all[signal] ?? 50
    const contribution = Math.round(score * effectiveWeight * 100) / 100
    return { signal, weight: weights[signal] / 100, effectiveWeight, score, contribution }
  })
  const aggregate = Math.round(contributions.reduce((sum, { contribution }) => sum + contribution, 0) * 100) / 100
  const hasStubs = stubs.length > 0
  const readings = order.map((signal) => [signal, toReading(signal, all[signal])])
  return {
    id: '01a2042e-474d-72b9-93a6-7c7991ee6250',
    aggregate,
    band: toBand(aggregate * 100),
    warnings,
    hasStubs,
    confidence: hasStubs ? 'preliminary' : 'final',
    stubbedSignals: stubs,
    signals: Object.fromEntries(readings) as Record<string, Reading>,
    explanation: { summary: '', contributions },
    promptVersion: 'launch-score@1.2.0',
    createdAt: '2026-11-22T10:00:00.000Z',
    submission: {
      name,
      symbol,
      description: 'Two went into the dryer, one came out. This is the one that came out.\nHang yours on the line.',
      imageUrl: 'https://pictures.example/left-sock.png',
      xHandle: '@leftsockcoin',
      creatorAddress: ada,
      contractAddress: contract,
    },
    rescoredFrom: null,
  } satisfies ScoreResult
}

function toReading(signal: SignalName, points: number | null): Reading {
  const found = signal === 'risk' && points === 0 ? honeypotFacts : facts[signal]
  return {
    score: points ?? 50,
    reason: reasons[signal] ?? 'As its facts say.',
    ...(found && points !== null && { facts: found }),
    stub: points === null,
    confidence: points !== null && (signal === 'meme' || signal === 'image') ? 0.7 : null,
    ...(signal === 'risk' && points !== null && { attribution: 'Powered by GoPlus' }),
  }
}

const critical = (code: WarningCode, message: string) =>
  ({ code, severity: 'critical', signal: 'risk', message, source: 'GoPlus' }) as const

export const scores = {
  green: makeScore(),
  amber: makeScore({ name: 'Tip Jar', symbol: 'TIP', points: { meme: 52, creator: 41, name: 62, social: 45 } }),
  red: makeScore({
    name: 'Moon 1000x',
    symbol: 'M00N',
    points: { meme: 12, creator: 20, image: 31, name: 0, social: 30, risk: 55 },
  }),
  preliminary: makeScore({
    name: 'Night Owl',
    symbol: 'OWL',
    points: { meme: null, creator: null, image: null, risk: null },
  }),
  owned: makeScore({
    name: 'Tip Jar',
    symbol: 'TIP',
    points: { risk: 60 },
    warnings: [
      {
        ...critical(
          'owner_can_block_sales',
          'Owner can block sellers: the contract lets its owner block holders from selling.',
        ),
        severity: 'caution',
      },
    ],
  }),
  honeypot: makeScore({
    name: 'Free Lunch',
    symbol: 'LUNCH',
    points: { creator: 10, risk: 0 },
    warnings: [
      critical('honeypot', 'Honeypot: holders cannot sell this token.'),
      critical('confiscatory_tax', 'Confiscatory tax: selling costs 100 %.'),
    ],
  }),
}

/** A row of a list. */
export const makeTicket = (scoreId: string, fields: Partial<Ticket> = {}): Ticket => ({
  scoreId,
  chainId: null,
  name: 'Left Sock',
  symbol: 'SOCK',
  creatorAddress: ada,
  aggregate: 87.7,
  band: 'green',
  outcome: null,
  warnings: [],
  hasStubs: false,
  signals: toSparks([83, 95, 78, 100, 75, 100]),
  isSigned: true,
  isCopy: false,
  creatorLaunches: { launched: 4, known: 4, alive: 3 },
  enrollmentId: null,
  scheduledFor: '2026-11-24T17:00:00.000Z',
  launchedAt: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  ...fields,
})

/** Of these scores, in the order of the signals. */
export const toSparks = (points: (number | null)[]): Ticket['signals'] =>
  order.map((name, at) => ({ name, score: points[at] ?? null }))

const band = (band: Band, aggregate: number, points: (number | null)[]) => ({
  band,
  aggregate,
  signals: toSparks(points),
})

export const tickets: Ticket[] = [
  makeTicket('1'),
  makeTicket('2', {
    name: 'Tip Jar',
    symbol: 'TIP',
    ...band('amber', 58.2, [52, 41, 78, 62, 45, 70]),
    isSigned: false,
  }),
  makeTicket('3', {
    name: 'Moon 1000x',
    symbol: 'M00N',
    ...band('red', 22, [12, 20, 31, 0, 30, 35]),
    scheduledFor: null,
  }),
  makeTicket('4', {
    name: 'Free Lunch',
    symbol: 'LUNCH',
    ...band('amber', 55.25, [80, 10, 80, 100, 75, 0]),
    warnings: ['honeypot'],
  }),
  makeTicket('5', {
    name: 'Night Owl',
    symbol: 'OWL',
    ...band('green', 85, [null, null, null, 100, 75, null]),
    hasStubs: true,
  }),
]

/** Launches with an outcome, among those that have none yet. */
export const decidedTickets: Ticket[] = (['rugged', 'dead', 'graduated', 'alive'] as const).map((outcome, at) =>
  makeTicket(String(30 + at), {
    name: ['Rug Weaver', 'Quiet Pond', 'Frog of Base', 'Tip Jar'][at] ?? '',
    symbol: ['RUG', 'POND', 'FROG', 'TIP'][at] ?? '',
    ...band('amber', 60.3, [52, 61, 78, 62, 45, 70]),
    outcome,
    launchedAt: '2026-11-13T09:00:00.000Z',
  }),
)

export const namedTickets: Ticket[] = Object.values(names).map((name, at) =>
  makeTicket(String(10 + at), { name, symbol: at === 4 ? '"><SVG/ONLOAD=x' : 'SOCK' }),
)

/** Nothing is known beside the record. */
export const noState: LeadState = {
  outcome: null,
  outcomeAt: null,
  outcomeCause: null,
  warnings: [],
  story: null,
  isUnsigned: false,
  newer: null,
}

const decided = { ...noState, outcomeAt: '2026-11-20T09:00:00.000Z' }

/** What became of launches, as pages lead with it. */
export const states = {
  rugged: {
    ...decided,
    outcome: 'rugged',
    outcomeCause: 'removed',
    story: {
      outcome: 'rugged',
      cause: 'removed',
      removal: {
        share: 0.999,
        by: 'insider',
        from: '2026-11-14T10:02:00.000Z',
        to: '2026-11-14T11:04:00.000Z',
        txHash: '0x51b0c0ffee3b3fa9af73f17ef10092cd8b1c8a45ab6291d8c651b0c0ffee3b3f',
      },
      afterHours: 26,
    },
  },
  dead: {
    ...decided,
    outcome: 'dead',
    outcomeCause: 'quiet',
    story: { outcome: 'dead', cause: 'quiet', removal: null, afterHours: 168 },
  },
  graduated: {
    ...decided,
    outcome: 'graduated',
    story: { outcome: 'graduated', cause: null, removal: null, afterHours: 240 },
  },
  alive: { ...decided, outcome: 'alive', story: { outcome: 'alive', cause: null, removal: null, afterHours: 24 } },
} satisfies Record<string, LeadState>

export const sampleLaunches: ScoreProps['launches'] = {
  newest: ['graduated', 'alive', 'alive', 'dead'],
  history: {
    launched: { all: 4, last30Days: 2, last7Days: 0 },
    known: 4,
    alive: 3,
    knownFrom7Days: 4,
    aliveFrom7Days: 3,
    aliveFrom30Days: 2,
    launchpads: [
      { chainId: 8453, launchpad: 'clanker', name: 'Clanker', launched: 3, known: 3, alive: 2 },
      { chainId: 8453, launchpad: null, name: null, launched: 1, known: 1, alive: 1 },
    ],
    coverage: [{ chainId: 8453, from: '2026-09-01T00:00:00Z', to: '2026-11-28T00:00:00Z' }],
    isRelayer: false,
    notAsked: [],
  },
}

/** What the page of a score shows beside the record. */
export const makeScoreProps = (score: ScoreResult, fields: Partial<ScoreProps> = {}): ScoreProps => ({
  score,
  standing: 'unsigned',
  launches: sampleLaunches,
  original: null,
  earlier: [],
  position:
    score.hasStubs || score.warnings?.some(({ severity }) => severity === 'critical')
      ? null
      : { below: 16, size: 17, bins: [0, 0, 0, 0, 1, 1, 0, 0, 0, 2, 0, 3, 1, 0, 5, 2, 1, 1, 0, 0] },
  creator: { creatorAddress: ada, totalEnrolled: 4, bands: { green: 2, amber: 1, red: 1 }, criticalCount: 1 },
  replays: [{ ...score, warnings: score.warnings?.map(({ code }) => code) ?? [] }],
  hasMoreReplays: false,
  attestation: null,
  enrollment: null,
  appeal: null,
  outcome: { observing: false, canBind: false, binding: null, launched: null, followed: null },
  state: { ...noState, isUnsigned: true, warnings: score.warnings?.map(({ code }) => code) ?? [] },
  chainId: 8453,
  canRescore: true,
  canPublish: true,
  canRemind: true,
  answersBy: { email: true, pushKey: null },
  digest: '0x9d41b54be6ba1bd2a37d6d2a6f3b0a5d5dbb5e8a3b8cc4b1c3a9e1f5e6a71a80',
  now,
  isFresh: false,
  ...fields,
})

export const launch: LaunchSummary = {
  enrollment: {
    enrollmentId: '01a2042e-0000-72b9-93a6-7c7991ee6250',
    scoreRequestId: scores.green.id,
    creatorAddress: ada,
    scheduledFor: '2026-11-24T17:00:00.000Z',
    enrolledAt: '2026-11-22T10:10:00.000Z',
  },
  score: scores.green,
  outcome: null,
  warnings: [],
  page: {
    tagline: null,
    description: null,
    ctaLabel: null,
    ctaUrl: null,
    ctaUrlUnicode: null,
    scheduledFor: '2026-11-24T17:00:00.000Z',
    updatedAt: null,
  },
  notifications: [],
  attendance: { pageViews: 9, uniqueSessions: 8 },
  movedFrom: null,
  reminders: 12,
}
