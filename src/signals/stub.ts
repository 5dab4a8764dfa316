import type { Reading } from '../../contract/signals/schemas.ts'
import { inform } from '../../contract/signals/rules/fact-1.2.0.ts'
import { stubSignal } from './rules/stub-signal-1.0.0.ts'
import type { Measured } from './schemas.ts'
import { writeFact } from './write-reason.ts'

/** `setting` is not set (D16). Readings have facts from `launch-score@1.2.0` on. */
export function createStub(setting: string, { hasFacts }: { hasFacts: boolean }): Measured {
  const fact = inform('not_configured', { setting })
  const { reading, evidence } = stubSignal(writeFact(fact))
  return { reading: { ...reading, ...(hasFacts && { facts: [fact] }) }, evidence }
}

export function toTestStub(stub: Reading): Reading {
  const fact = inform('test_key')
  return { ...stub, reason: writeFact(fact), ...(stub.facts && { facts: [fact] }) }
}
