import { type NoteSignal, measure } from '../signals/measure.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import { toTestStub } from '../signals/stub.ts'

export async function measureForTestKey(
  ...[deps, subject, { signal, noteSignal = () => {} }]: Parameters<typeof measure>
): ReturnType<typeof measure> {
  const withoutProviders = { ...deps, model: null, creatorData: null, tokenRisk: null }
  const note: NoteSignal = (name, reading) => noteSignal(name, mark(reading))
  const { measured, facts } = await measure(withoutProviders, subject, { signal, noteSignal: note })
  return {
    measured: Object.fromEntries(
      Object.entries(measured).map(([name, one]) => [name, { ...one, reading: mark(one.reading) }]),
    ),
    facts,
  }
}

const mark = (reading: Reading): Reading => (reading.stub ? toTestStub(reading) : reading)
