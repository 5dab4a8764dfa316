import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { findDayKeySecret, insertDayKeySecret } from './store.ts'

/** The key of a UTC day (`2026-11-22`): unforeseeable until the day's file publishes it. */
export type GetDayKey = (day: string) => Buffer

/** Opens the keys of the days, which all replicas share. */
export async function openDayKeys(deps: Deps): Promise<GetDayKey> {
  const secret = (await findDayKeySecret(deps.db)) ?? (await createSecret(deps))
  return (day) => createHmac('sha256', secret).update(day).digest()
}

async function createSecret({ db, random }: Deps): Promise<Buffer> {
  await insertDayKeySecret(db, Buffer.from(random.hex(32), 'hex'))
  const secret = await findDayKeySecret(db)
  if (secret) return secret
  throw new Error('look_secret has lost its row')
}
