import type { AdminStatus } from '../../../../contract/schemas/admin.ts'
import { type Health, StatusTile } from '../../ui/status-tile.tsx'
import { operatorWords as t } from '../../words/operator.ts'

interface Tile {
  title: string
  health: Health
  note: string
}

/** The parts that the service is made of and depends on, at a glance. */
export const Tiles = ({ status, milliseconds }: { status: AdminStatus; milliseconds: number }) => (
  <ul class="tile-strip" aria-label={t.status}>
    {listTiles(status, milliseconds).map(({ title, health, note }) => (
      <StatusTile key={title} title={title} health={health} words={t.states[health]} note={note} />
    ))}
  </ul>
)

function listTiles({ status, database, providers, breakers }: AdminStatus, milliseconds: number): Tile[] {
  const service: Health = status === 'ok' ? 'ok' : 'degraded'
  const isUp = database.state === 'ok'
  const latency = database.milliseconds === null ? t.noResponse : t.milliseconds(database.milliseconds)
  return [
    { title: t.tiles.service, health: service, note: t.milliseconds(milliseconds) },
    {
      title: t.tiles.database,
      health: isUp ? 'ok' : 'down',
      note: database.fault ? t.databaseFaults[database.fault] : latency,
    },
    ...providers.map(({ name, state, milliseconds }): Tile => {
      const why = t.breakers[breakers[name] ?? 'closed']
      const speed = milliseconds === null ? t.noCalls : t.milliseconds(milliseconds)
      return { title: t.tiles[name], health: state, note: state === 'not_configured' ? '' : why || speed }
    }),
  ]
}
