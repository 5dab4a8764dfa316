import type { OpenDb } from '../database/server-db.ts'
import { type Metrics, observe } from '../platform/metrics.ts'

export function observePools(metrics: Metrics, { pools = {} }: Pick<OpenDb<unknown>, 'pools'>): void {
  const listStates = () => Object.entries(pools).map(([pool, getState]) => ({ pool, ...getState() }))
  observe(metrics, {
    name: 'launchscore_database_connections',
    help: 'Open connections of a pool: busy or idle',
    labelNames: ['pool', 'state'],
    collect: (set) =>
      listStates().forEach(({ pool, open, idle }) => {
        set({ pool, state: 'busy' }, open - idle)
        set({ pool, state: 'idle' }, idle)
      }),
  })
  observe(metrics, {
    name: 'launchscore_database_connections_max',
    help: 'The maximum of open connections of a pool',
    labelNames: ['pool'],
    collect: (set) => listStates().forEach(({ pool, max }) => set({ pool }, max)),
  })
  observe(metrics, {
    name: 'launchscore_database_connections_waiting',
    help: 'Callers that wait for a connection of a pool',
    labelNames: ['pool'],
    collect: (set) => listStates().forEach(({ pool, waiting }) => set({ pool }, waiting)),
  })
}
