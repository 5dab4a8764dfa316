import { createSequence } from '../noisy-judge.ts'
import { type BlockClock, listBlockClocks } from './history-clock.ts'
import { type HistoryChain, type LaunchForm, listLaunchForms } from './launch-forms.ts'

/**
 * What becomes of a token. `lives`: its pool holds money and is traded from the first hour on; `dies`: only for some days;
 * `is never traded`: nobody ever lists a pair.
 */
export type Fate = 'lives' | 'dies' | 'is never traded'

/** One launch of the history. Addresses and hashes are in lower case. */
export interface HistoricLaunch {
  chainId: HistoryChain
  launchpad: string
  form: LaunchForm
  token: string
  name: string
  symbol: string
  /** Whose launch it is; null: nobody's. */
  creator: string | null
  /** Whom the event names. */
  named: string
  /** Who sent the transaction; with an EntryPoint, the bundler. */
  sender: string
  /** The EntryPoint through which a smart wallet launched. */
  entryPoint: string | null
  txHash: string
  /** The time of its block. */
  at: Date
  block: bigint
  fate: Fate
  /** When a token that dies stops trading. */
  diesAt: Date | null
}

export type CreatorKind = 'newcomer' | 'occasional' | 'builder' | 'serial' | 'mixed' | 'relayer'

export interface HistoricCreator {
  address: string
  kind: CreatorKind | 'cast'
  /** A contract wallet. */
  isSmart: boolean
  /** When its wallet got its first coins. */
  bornAt: Date
}

export interface LaunchHistory {
  now: Date
  clocks: Record<HistoryChain, BlockClock>
  /** In the order of time. */
  launches: HistoricLaunch[]
  creators: HistoricCreator[]
}

/** A creator with a given address: how many launches, how many of them live, and over how many days before `now`. */
export interface CastCreator {
  address: string
  launches: number
  alive?: number
  days?: number
  /** The minimum age of the last launch, in days. */
  quietDays?: number
  chains?: HistoryChain[]
}

interface Options {
  now?: Date
  seed?: number
  /** Of the kinds in `kinds`, a share of their counts; 1 by default. */
  scale?: number
  cast?: CastCreator[]
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const historyDays = 180

/** How many there are, how many launches each has, over how many days, and how many of these live. */
const kinds: Record<CreatorKind, { count: number; launches: [number, number]; days: number; lives: number }> = {
  newcomer: { count: 620, launches: [1, 1], days: 0, lives: 0.22 },
  occasional: { count: 360, launches: [2, 4], days: 70, lives: 0.25 },
  builder: { count: 70, launches: [3, 8], days: 160, lives: 0.7 },
  serial: { count: 110, launches: [8, 30], days: 60, lives: 0 },
  mixed: { count: 36, launches: [5, 24], days: 120, lives: 0.12 },
  relayer: { count: 4, launches: [230, 420], days: 170, lives: 0.06 },
}
const trendCoins = 80

const chainWeights: [HistoryChain, number][] = [
  [4663, 41],
  [8453, 27],
  [56, 22],
  [1, 10],
]

export const entryPoints = [
  '0x0000000071727de22e5e9d8baf0edac6f37da032', // 0.7
  '0x433709009b8330fda32311df1c2afa402ed8d009', // 0.9
]
/** Sends the operations of smart wallets. */
export const bundler = '0xb0d1e00000000000000000000000000000004337'

/** Launches of 180 days on four chains by 1,200 creators, the same for the same seed and time. */
export function createLaunchHistory({
  now = new Date(),
  seed = 43,
  scale = 1,
  cast = [],
}: Options = {}): LaunchHistory {
  const draw = createDraw(seed)
  const clocks = listBlockClocks(now)
  const forms = listLaunchForms()
  const stage: Stage = { draw, now, clocks, forms, pickForm: createPickForm(forms, draw) }
  const drawn = Object.entries(kinds).flatMap(([kind, { count }]) =>
    Array.from({ length: Math.max(1, Math.round(count * scale)) }, () => drawCreator(stage, kind as CreatorKind)),
  )
  const wanted = cast.map((one) => drawCast(stage, one))
  const trends = Array.from({ length: Math.round(trendCoins * scale) }, () => drawTrendCoin(stage))
  const all = [...drawn, ...wanted]
  return {
    now,
    clocks,
    creators: all.map(({ creator }) => creator),
    launches: [...all.flatMap(({ launches }) => launches), ...trends].toSorted(
      (one, other) => one.at.getTime() - other.at.getTime() || (one.txHash < other.txHash ? -1 : 1),
    ),
  }
}

interface Draw {
  /** From 0 to 1. */
  next: () => number
  between: (min: number, max: number) => number
  integer: (min: number, max: number) => number
  one: <T>(list: readonly T[]) => T
  hex: (digits: number) => string
}

function createDraw(seed: number): Draw {
  const next = createSequence(seed)
  const between = (min: number, max: number) => min + next() * (max - min)
  const integer = (min: number, max: number) => Math.floor(between(min, max + 1))
  return {
    next,
    between,
    integer,
    one: (list) => list[Math.floor(next() * list.length)] ?? fail(),
    hex: (digits) => {
      let text = ''
      while (text.length < digits)
        text += Math.floor(next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
      return `0x${text.slice(0, digits)}`
    },
  }
}

const fail = (): never => {
  throw new Error('nothing to choose from')
}

interface Stage {
  draw: Draw
  now: Date
  clocks: LaunchHistory['clocks']
  forms: LaunchForm[]
  pickForm: (chainId: HistoryChain, block: bigint) => LaunchForm
}

/** By weight, among those whose contract is there. */
function createPickForm(forms: LaunchForm[], draw: Draw): Stage['pickForm'] {
  return (chainId, block) => {
    const there = forms.filter((form) => form.chainId === chainId && form.startBlock <= block && form.weight > 0)
    let left = draw.next() * there.reduce((sum, { weight }) => sum + weight, 0)
    return there.find(({ weight }) => (left -= weight) < 0) ?? fail()
  }
}

interface Drawn {
  creator: HistoricCreator
  launches: HistoricLaunch[]
}

function drawCreator(stage: Stage, kind: CreatorKind): Drawn {
  const { draw, now } = stage
  const { launches, days, lives } = kinds[kind]
  const isSmart = kind !== 'relayer' && draw.next() < 0.06
  const address = draw.hex(40)
  const count = draw.integer(...launches)
  const span = days * draw.between(0.6, 1) * dayMs
  const since = now.getTime() - historyDays * dayMs + draw.next() * Math.max(0, historyDays * dayMs - span - hourMs)
  const times = Array.from({ length: count }, () => since + draw.next() * span).toSorted((one, other) => one - other)
  const home = drawChain(draw)
  const other = draw.next() < 0.2 ? drawChain(draw) : home
  const creator: HistoricCreator = {
    address,
    kind,
    isSmart,
    bornAt: new Date((times[0] ?? since) - draw.between(1, 600) * dayMs),
  }
  return {
    creator,
    launches: times.map((time) =>
      drawLaunch(stage, {
        creator,
        time,
        chainId: draw.next() < 0.6 ? home : other,
        fate: draw.next() < lives ? 'lives' : drawEnd(draw),
      }),
    ),
  }
}

function drawCast(
  stage: Stage,
  { address, launches: count, alive = 0, days = 150, quietDays = 8, chains = [8453, 56, 4663, 1] }: CastCreator,
): Drawn {
  const { draw, now } = stage
  const step = count > 1 ? ((days - quietDays) * dayMs) / (count - 1) : 0
  const creator: HistoricCreator = {
    address: address.toLowerCase(),
    kind: 'cast',
    isSmart: false,
    bornAt: new Date(now.getTime() - (days + 30) * dayMs),
  }
  const launches = Array.from({ length: count }, (_, n) =>
    drawLaunch(stage, {
      creator,
      time: now.getTime() - days * dayMs + n * step,
      chainId: chains[n % chains.length] ?? 8453,
      fate: n < alive ? 'lives' : drawEnd(draw),
    }),
  )
  return { creator, launches }
}

const drawEnd = (draw: Draw): Fate => (draw.next() < 0.45 ? 'is never traded' : 'dies')

function drawChain(draw: Draw): HistoryChain {
  let left = draw.next() * chainWeights.reduce((sum, [, weight]) => sum + weight, 0)
  const [chainId] = chainWeights.find(([, weight]) => (left -= weight) < 0) ?? fail()
  return chainId
}

interface Planned {
  creator: HistoricCreator | null
  time: number
  chainId: HistoryChain
  fate: Fate
  form?: LaunchForm
}

/** Falls back to Base while the wanted chain doesn't exist yet. */
function drawLaunch(stage: Stage, { creator, time, chainId: wanted, fate, form: given }: Planned): HistoricLaunch {
  const { draw, clocks } = stage
  const isThere = stage.forms.some(
    (form) => form.chainId === wanted && form.weight > 0 && form.startBlock <= clocks[wanted].numberAt(new Date(time)),
  )
  const chainId = isThere ? wanted : 8453
  const block = clocks[chainId].numberAt(new Date(time))
  const form = given ?? stage.pickForm(chainId, block)
  const at = clocks[chainId].timeOf(block)
  const { name, symbol } = drawName(draw)
  const own = creator?.address ?? draw.hex(40)
  const entryPoint = creator?.isSmart ? draw.one(entryPoints) : null
  const isRelayed = form.relay !== null && form.creator === 'event' && !entryPoint && draw.next() < 0.1
  return {
    chainId,
    launchpad: form.launchpad,
    form,
    token: form.launchpad === 'b20' ? `0xb200000000000000000000${draw.hex(18).slice(2)}` : draw.hex(40),
    name,
    symbol,
    creator: form.creator === 'nobody' ? null : own,
    named: isRelayed && form.relay ? form.relay : own,
    sender: entryPoint ? bundler : own,
    entryPoint,
    txHash: draw.hex(64),
    at,
    block,
    fate,
    diesAt: fate === 'dies' ? new Date(at.getTime() + draw.between(0.1, 5) * dayMs) : null,
  }
}

/** One that an app made for nobody. */
function drawTrendCoin(stage: Stage): HistoricLaunch {
  const { draw, now, forms } = stage
  const form = forms.find(({ creator }) => creator === 'nobody') ?? fail()
  const time = now.getTime() - draw.between(0.1, historyDays) * dayMs
  return drawLaunch(stage, { creator: null, time, chainId: 8453, fate: drawEnd(draw), form })
}

const first = [
  'Sleepy',
  'Tiny',
  'Lost',
  'Brave',
  'Salty',
  'Cosmic',
  'Paper',
  'Rusty',
  'Velvet',
  'Late',
  'Double',
  'Wobbly',
]
const second = [
  'Otter',
  'Kettle',
  'Pigeon',
  'Ladder',
  'Noodle',
  'Comet',
  'Button',
  'Walrus',
  'Lantern',
  'Turnip',
  'Moth',
]

function drawName(draw: Draw): { name: string; symbol: string } {
  const [one, other, number] = [draw.one(first), draw.one(second), draw.integer(1, 99)]
  return { name: `${one} ${other} ${number}`, symbol: `${one.slice(0, 2)}${other.slice(0, 3)}${number}`.toUpperCase() }
}

/** What a wallet had launched before a time, and how many of these were alive then; `total`: all that it ever launched. */
export interface EarlierLaunches {
  launched: number
  alive: number
  total: number
}

/** Tells the truth about the history's creators. */
export function createCounter({
  launches,
}: Pick<LaunchHistory, 'launches'>): (creator: string, before: Date) => EarlierLaunches {
  const byCreator = Map.groupBy(launches, ({ creator }) => creator)
  return (creator, before) => {
    const own = byCreator.get(creator) ?? []
    const earlier = own.filter(({ at }) => at < before)
    return {
      launched: earlier.length,
      alive: earlier.filter((launch) => isAlive(launch, before)).length,
      total: own.length,
    }
  }
}

/** Whether the token trades at this time. */
export const isAlive = ({ at, fate, diesAt }: HistoricLaunch, now: Date): boolean =>
  at <= now && (fate === 'lives' || (fate === 'dies' && diesAt !== null && now < diesAt))
