import { type NoteSignal, measure } from '../signals/measure.ts'
import type { Measured, Reading, SignalName } from '../signals/schemas.ts'

/** Measures for a test key: no provider is called, so the signals that need one are stubs (D77). */
export async function measureForTestKey(
  ...[deps, subject, { signal, noteSignal = () => {} }]: Parameters<typeof measure>
): ReturnType<typeof measure> {
  const withoutProviders = { ...deps, model: null, creatorData: null, tokenRisk: null }
  const note: NoteSignal = (name, reading) => noteSignal(name, isOurs(name) ? reading : asTest(reading))
  const { measured, facts } = await measure(withoutProviders, subject, { signal, noteSignal: note })
  const { meme, creator, image, name, social, risk } = measured
  return {
    measured: {
      name,
      social,
      meme: withReason(meme),
      creator: withReason(creator),
      image: withReason(image),
      risk: withReason(risk),
    },
    facts,
  }
}

/** The signals that need no provider. */
const isOurs = (name: SignalName) => name === 'name' || name === 'social'

const withReason = (one: Measured): Measured => ({ ...one, reading: asTest(one.reading) })

const asTest = (reading: Reading): Reading => ({
  ...reading,
  reason: 'Not measured: the request came with a test key.',
})
