import { type NoteSignal, measure } from '../signals/measure.ts'
import type { Measured } from '../signals/schemas.ts'
import { markAsTest } from '../signals/stub.ts'

/** Measures for a test key: no provider is called, so the signals that need one are stubs (D77). */
export async function measureForTestKey(
  ...[deps, subject, { signal, noteSignal = () => {} }]: Parameters<typeof measure>
): ReturnType<typeof measure> {
  const withoutProviders = { ...deps, model: null, creatorData: null, tokenRisk: null }
  const note: NoteSignal = (name, reading) => noteSignal(name, mark({ reading, evidence: null }).reading)
  const { measured, facts } = await measure(withoutProviders, subject, { signal, noteSignal: note })
  return {
    measured: Object.fromEntries(Object.entries(measured).map(([name, one]) => [name, mark(one)])),
    facts,
  }
}

const mark = (one: Measured): Measured => (one.reading.stub ? markAsTest(one) : one)
