import type { AdminStats } from '../../pages.ts'
import { counted, whole } from './numbers.ts'

/** The totals, each with what it is made of. */
export const Totals = ({ scores, enrollments, attestations, keys }: AdminStats) => (
  <dl class="tiles">
    <Tile title="Scores" count={scores.total}>
      {counted(scores.final, 'final')}, {counted(scores.preliminary, 'preliminary')},{' '}
      {counted(scores.rescores, 're-scores')}
    </Tile>
    <Tile title="Enrollments" count={enrollments.total}>
      {counted(enrollments.bands.green, 'green')}, {counted(enrollments.bands.amber, 'amber')},{' '}
      {counted(enrollments.bands.red, 'red')}
    </Tile>
    <Tile title="Attestations" count={attestations.published}>
      landed on the chain
    </Tile>
    <Tile title="Keys" count={keys.active}>
      active of {whole(keys.total)}: {counted(keys.tiers.free, 'free')}, {counted(keys.tiers.pro, 'pro')},{' '}
      {counted(keys.tiers.enterprise, 'enterprise')}
    </Tile>
  </dl>
)

const Tile = ({ title, count, children }: { title: string; count: number; children: preact.ComponentChildren }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <span class="count">{whole(count)}</span>
      <span class="note">{children}</span>
    </dd>
  </div>
)
