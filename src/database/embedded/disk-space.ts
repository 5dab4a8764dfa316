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

/** Watches the disk that holds `folder`. It has no room below `minFreeBytes`, and has room again with a quarter more. */
export function watchDiskSpace(folder: string, { minFreeBytes, onChange }: DiskSpaceOptions): DiskSpace {
  let hadRoom = true
  let measuredAt = -Infinity
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const measure = () => {
    measuredAt = performance.now()
    const hasRoom = freeBytes() >= (hadRoom ? minFreeBytes : minFreeBytes * 1.25)
    if (hasRoom === hadRoom) return
    hadRoom = hasRoom
    onChange(hasRoom)
  }
  return {
    freeBytes,
    hasRoom: () => {
      if (performance.now() - measuredAt >= keptMs) measure()
      return hadRoom
    },
  }
}
