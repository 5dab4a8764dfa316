import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type BudgetName, levels } from '../../src/activity/budgets.ts'
import type { Db } from '../../src/database/db.ts'
import { runCommand } from '../../src/main/commands.ts'
import type { TestApp } from './app.ts'
import { ada } from './creators.ts'
import { until } from './waiting.ts'

type Service = Pick<TestApp, 'deps'>

/** Runs a command that must work, and parses what it prints. */
export async function must({ deps }: Service, ...args: string[]) {
  const { status, stdout, stderr } = await runCommand(deps, [...args, '--json'])
  assert.deepEqual([status, stderr], [0, ''])
  return JSON.parse(stdout)
}

export const hideScore = (service: Service, id: string, reason = 'Phishing.') =>
  must(service, 'score', 'hide', id, '--reason', reason)
export const unhideScore = (service: Service, id: string) =>
  must(service, 'score', 'unhide', id, '--reason', 'A mistake.')
export const hideAda = (service: Service) => must(service, 'creator', 'hide', ada.address, '--reason', 'Impostor.')
export const unhideAda = (service: Service) => must(service, 'creator', 'unhide', ada.address, '--reason', 'A mistake.')

/** The settings with which a launch can be published. The chain's node is never asked. */
export const attester = {
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  ATTESTATION_CONTRACT: '0x4200000000000000000000000000000000000021',
  ATTESTER_KEY: `0x${'1'.repeat(64)}`,
}

/** What all days have used of a budget, when no request holds any of it. */
export async function readUsed(db: Db, budget: BudgetName): Promise<number> {
  let used = 0
  await until(async () => {
    const { rows } = await sql<{ used: number; held: number }>`
      select coalesce(sum(used), 0)::float as used, coalesce(sum(held), 0)::float as held from budget_use
      where budget = ${budget} and bucket = any(${levels.map((level) => `level ${level}`)})`.execute(db)
    used = rows[0]?.used ?? 0
    return rows[0]?.held === 0
  })
  return used
}

/** Sets what a bucket has used of a budget on a day. */
export const setUsed = (
  db: Db,
  { day, budget, bucket, used }: { day: string; budget: BudgetName; bucket: string; used: number },
) =>
  sql`insert into budget_use (day, budget, bucket, used, held) values (${day}::date, ${budget}, ${bucket}, ${used}, 0)
  on conflict (day, budget, bucket) do update set used = excluded.used`.execute(db)
