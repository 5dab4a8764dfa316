import { useState } from 'preact/hooks'
import type { AdminKeys } from '../../../../contract/schemas/admin.ts'
import { Entry } from '../../ui/console.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { whole } from './numbers.ts'

type Key = AdminKeys['keys'][number]

/** The newest of many; the field finds the others. */
const maxShown = 25

/** All keys, never what they are. */
export function Keys({ keys }: AdminKeys) {
  const [wanted, setWanted] = useState('')
  if (keys.length === 0) return <p class="muted">{t.noKeys}</p>
  const found = keys.filter((key) => toText(key).includes(wanted.trim().toLowerCase()))
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  return (
    <>
      <div class="filter-line">
        <Entry label={t.keyFilter} value={wanted} onValue={setWanted} />
        <p class="quietly">{t.keysCount(whole(active.length), whole(keys.length))}</p>
      </div>
      {found.length === 0 && <p class="muted">{t.noRows}</p>}
      {found.length > 0 && (
        <DataTable label={t.keys} columns={t.keysColumns} rows={found.slice(0, maxShown).map(toRow)} />
      )}
    </>
  )
}

const toText = ({ label, owner, prefix, tier, revokedAt }: Key): string =>
  [label, owner, prefix, tier, revokedAt ? t.keyStates.revoked : t.keyStates.active].join(' ').toLowerCase()

const toRow = (key: Key) => ({
  key: key.id,
  cells: [
    <span key="customer">
      <bdi>{key.label}</bdi>
      <br />
      <span class="faint">
        {t.keyOwner} <bdi>{key.owner}</bdi>
      </span>
    </span>,
    key.tier,
    <code key="prefix">{key.prefix}</code>,
    key.lastUsedAt ? formatDate(key.lastUsedAt, 'en') : t.never,
    getState(key),
  ],
})

function getState({ revokedAt, endsAt }: Key): string {
  if (revokedAt) return `${t.keyStates.revoked} ${formatDate(revokedAt, 'en')}`
  return endsAt ? `${t.keyStates.ends} ${formatDate(endsAt, 'en')}` : t.keyStates.active
}
