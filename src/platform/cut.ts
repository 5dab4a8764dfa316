/** Ends many things at once. Unlike an abort signal it takes and forgets those who wait in no time, however many they are. */
export interface Cut {
  readonly isCut: boolean
  /** Ends everything that waits, and from now on whatever begins. */
  cut: () => void
  /** Has `end` called when it is cut, until the answer is called. */
  whenCut: (end: () => void) => () => void
}

export function openCut(): Cut {
  const ends = new Set<() => void>()
  let isCut = false
  return {
    get isCut() {
      return isCut
    },
    cut: () => {
      isCut = true
      for (const end of ends) end()
      ends.clear()
    },
    whenCut: (end) => {
      if (isCut) end()
      else ends.add(end)
      return () => ends.delete(end)
    },
  }
}
