import { statfsSync } from 'node:fs'

/** Whether a disk has room for more. */
export interface DiskSpace {
  hasRoom: () => boolean
  freeBytes: () => number
}

interface DiskSpaceOptions {
  minFreeBytes: number
  /** Called with each change of `hasRoom`. */
  onChange: (hasRoom: boolean) => void
}

/** How long a reading is reused: `statfs` takes 5 µs, and a fast writer fills a few MiB in this time. */
const keptMs = 10

/** Looks at the disk that holds `folder`: it has no room below `minFreeBytes`, and again with a quarter more. */
export function watchDiskSpace(folder: string, { minFreeBytes, onChange }: DiskSpaceOptions): DiskSpace {
  let hadRoom = true
  let lookedAt = -Infinity
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const look = () => {
    lookedAt = performance.now()
    const hasRoom = freeBytes() >= (hadRoom ? minFreeBytes : minFreeBytes * 1.25)
    if (hasRoom === hadRoom) return
    hadRoom = hasRoom
    onChange(hasRoom)
  }
  return {
    freeBytes,
    hasRoom: () => {
      if (performance.now() - lookedAt >= keptMs) look()
      return hadRoom
    },
  }
}
