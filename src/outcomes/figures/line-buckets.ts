import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Characters that are held in memory; beyond that the lines go to files of a temporary folder. */
const maxHeldBytes = 32_000_000

/** Lines by launch, so that those of one launch can be read together, however many there are of all. */
export interface LineBuckets {
  add: (id: string, line: string) => Promise<void>
  /** The lines of some launches at a time, all of each, in the order in which they came. */
  read: () => AsyncGenerator<string[]>
  close: () => Promise<void>
}

export function createLineBuckets(maxHeld = maxHeldBytes): LineBuckets {
  const buckets = new Map<string, string[]>()
  let folder: string | null = null
  let held = 0
  const flush = async () => {
    folder ??= await mkdtemp(join(tmpdir(), 'launchscore-record-'))
    for (const [name, lines] of buckets) {
      if (lines.length > 0) await appendFile(join(folder, name), lines.map((line) => `${line}\n`).join(''))
      buckets.set(name, [])
    }
    held = 0
  }
  return {
    add: async (id, line) => {
      // The end of an id is random; its beginning is a time.
      const name = id.slice(-3).replaceAll(/[^0-9a-f]/g, '_')
      const own = buckets.get(name)
      if (own) own.push(line)
      else buckets.set(name, [line])
      held += line.length
      if (held > maxHeld) await flush()
    },
    read: async function* () {
      if (folder !== null) await flush()
      for (const [name, lines] of buckets)
        yield folder === null ? lines : (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
    },
    close: async () => {
      if (folder !== null) await rm(folder, { recursive: true })
    },
  }
}
