export interface LineLimits {
  maxRunning: number
  maxWaiting: number
  maxRunningPerNetwork: number
  maxWaitingPerNetwork: number
}

/** A key holder has four times the quota of a network (D82). */
const keyHolderShares = 4

interface Line<T> {
  waiting: T[]
  running: number
  maxRunning: number
}

export type Lines<T> = ReturnType<typeof createLines<T>>

/** One line per network of a site; lines take turns within every limit. */
export function createLines<T>(limits: LineLimits) {
  const lines = new Map<string, Line<T>>()
  let order: string[] = []
  let [running, waiting] = [0, 0]

  const isOpen = (network: string) => {
    const line = lines.get(network)
    return line !== undefined && line.running < line.maxRunning
  }
  const forgetIdle = (network: string, line: Line<T>) => {
    if (line.waiting.length + line.running === 0) lines.delete(network)
  }

  return {
    add: ({ network, isKeyHolder }: { network: string; isKeyHolder?: true }, item: T) => {
      const maxRunning = limits.maxRunningPerNetwork * (isKeyHolder ? keyHolderShares : 1)
      const line = lines.get(network) ?? { waiting: [], running: 0, maxRunning }
      if (waiting >= limits.maxWaiting || line.waiting.length >= limits.maxWaitingPerNetwork) return false
      if (line.waiting.length === 0) order.push(network)
      lines.set(network, line)
      line.waiting.push(item)
      waiting++
      return true
    },
    take: (): T | undefined => {
      const network = running < limits.maxRunning ? order.find(isOpen) : undefined
      const line = network === undefined ? undefined : lines.get(network)
      if (network === undefined || !line) return undefined
      order.splice(order.indexOf(network), 1)
      if (line.waiting.length > 1) order.push(network)
      line.running++
      running++
      waiting--
      return line.waiting.shift()
    },
    withdraw: (network: string, item: T): boolean => {
      const line = lines.get(network)
      const at = line?.waiting.indexOf(item) ?? -1
      if (!line || at < 0) return false
      line.waiting.splice(at, 1)
      waiting--
      if (line.waiting.length === 0) order = order.filter((name) => name !== network)
      forgetIdle(network, line)
      return true
    },
    end: (network: string): void => {
      const line = lines.get(network)
      if (!line) return
      line.running--
      running--
      forgetIdle(network, line)
    },
    waiting: () => waiting,
    waitingNetworks: () => order.length,
    known: () => lines.size,
  }
}
