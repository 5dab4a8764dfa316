import type { HistoryChain } from './launch-forms.ts'

const dayMs = 86_400_000

/** From this time and block on, the chain makes a block every `blockMs` milliseconds. */
interface Era {
  since: number
  block: bigint
  blockMs: number
}

/** Numbers and times of a chain's blocks, by arithmetic. */
export interface BlockClock {
  /** The newest block at a time; -1 before the first. */
  numberAt: (at: Date) => bigint
  /** In whole seconds, as a block has it. */
  timeOf: (block: bigint) => Date
}

export function createBlockClock(eras: Era[]): BlockClock {
  const [first] = eras
  if (!first) throw new Error('a chain needs a pace')
  return {
    numberAt: (at) => {
      const era = eras.findLast(({ since }) => since <= at.getTime())
      return era ? era.block + BigInt(Math.floor((at.getTime() - era.since) / era.blockMs)) : -1n
    },
    timeOf: (block) => {
      const era = eras.findLast((one) => one.block <= block) ?? first
      return new Date(Math.floor((era.since + Number(block - era.block) * era.blockMs) / 1000) * 1000)
    },
  }
}

/** A chain at one pace, whose block at `since` is `block`. */
export const steadyClock = (blockMs: number, { since, block = 0n }: { since: number; block?: bigint }): BlockClock =>
  createBlockClock([{ since: since - Number(block) * blockMs, block: 0n, blockMs }])

/** How long ago Base's blocks became ten times as many, and the youngest chain began. */
const denimDays = 24
const robinhoodDays = 150

/** Paces of the four chains in 2026; Base changes its own within the history. */
export function listBlockClocks(now: Date): Record<HistoryChain, BlockClock> {
  const time = now.getTime()
  const [baseGenesis, denim] = [Date.UTC(2023, 5, 15, 12), Math.floor(time / 1000) * 1000 - denimDays * dayMs]
  return {
    1: steadyClock(12_000, { since: Date.UTC(2022, 8, 15, 6, 43), block: 15_537_394n }),
    56: steadyClock(450, { since: Date.UTC(2026, 0, 1), block: 74_000_000n }),
    4663: steadyClock(100, { since: time - robinhoodDays * dayMs }),
    8453: createBlockClock([
      { since: baseGenesis, block: 0n, blockMs: 2000 },
      { since: denim, block: BigInt(Math.floor((denim - baseGenesis) / 2000)), blockMs: 200 },
    ]),
  }
}
