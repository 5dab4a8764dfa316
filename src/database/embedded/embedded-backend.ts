import type { PGlite } from '@electric-sql/pglite'
import { DatabaseStopped } from '../../platform/database-fault.ts'

/** The one backend that all connections to the embedded database share. */
export interface EmbeddedBackend {
  /** The backend that answers; it is opened again after it has stopped. Throws `DatabaseStopped`. */
  get: () => Promise<PGlite>
  /** Tells that a backend has stopped: nothing may be asked of it any more, since its next response would never come. */
  leave: (stopped: PGlite) => void
  close: () => Promise<void>
}

interface BackendOptions {
  open: () => Promise<PGlite>
  /** Whether opening may succeed: it blocks the process, and needs room on the disk. */
  mayReopen: () => boolean
  onStopped: () => void
}

/** Opens the backend; later faults of opening end in `DatabaseStopped`. */
export async function openBackend({ open, mayReopen, onStopped }: BackendOptions): Promise<EmbeddedBackend> {
  let current: PGlite | undefined = await open()
  let opening: Promise<PGlite> | undefined
  const reopen = async () => {
    try {
      return (current = await open())
    } catch (cause) {
      throw new DatabaseStopped({ cause })
    } finally {
      opening = undefined
    }
  }
  return {
    get: async () => {
      if (current) return current
      if (!opening && !mayReopen()) throw new DatabaseStopped()
      return (opening ??= reopen())
    },
    leave: (stopped) => {
      if (current !== stopped) return
      current = undefined
      onStopped()
    },
    close: async () => current?.close(),
  }
}
