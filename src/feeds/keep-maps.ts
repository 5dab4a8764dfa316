import type { Deps } from '../deps.ts'
import { createByteCache } from '../platform/caching/byte-cache.ts'
import { findMapStart, listMappedLaunches } from './store.ts'
import { writeFile, writeIndex } from './write-sitemap.ts'

/** Before every id: the first of several files begins here. */
const firstId = '00000000-0000-0000-0000-000000000000'

const keptMs = 300_000
const maxBytes = 4 * 1024 * 1024

/** Without an id: the only file, or the index of the files. */
type ReadMap = (after?: string) => Promise<string>

export function keepMaps({ reads, config, clock, takedownEpoch }: Deps, size: number): ReadMap {
  const { publicUrl } = config
  const cache = createByteCache<{ text: string }>({ maxBytes, getSize: ({ text }) => text.length })
  const keep = async (key: string, write: () => Promise<string>): Promise<string> => {
    const period = Math.floor(clock.now().getTime() / keptMs)
    return (await cache(`${period} ${takedownEpoch() ?? ''} ${key}`, async () => ({ text: await write() }))).text
  }
  let starts = [firstId]

  const findIndex = async () => {
    starts = await extend(reads, starts, size)
    return starts.length > 1 ? writeIndex(publicUrl, starts) : findFile(firstId)
  }
  const findFile = async (after: string, until?: string) => {
    const launches = await listMappedLaunches(reads, { after, until, limit: size })
    return writeFile(publicUrl, { launches, isFirst: after === firstId })
  }

  return async (after) => {
    const index = await keep('index', findIndex)
    if (after === undefined) return index
    const place = starts.indexOf(after)
    // Anybody can request an id that starts no file. Reading it costs as much as a page, and evicts nothing.
    return place < 0 ? findFile(after) : keep(after, () => findFile(after, starts[place + 1]))
  }
}

/** Ids grow with time, so existing starts never move. */
async function extend(reads: Deps['reads'], known: string[], size: number): Promise<string[]> {
  const starts = [...known]
  for (let next = known.at(-1); next !== undefined;) {
    next = await findMapStart(reads, { after: next, size })
    if (next !== undefined) starts.push(next)
  }
  return starts
}
