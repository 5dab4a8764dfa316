import { measure } from '../signals/measure.ts'
import type { Measured } from '../signals/schemas.ts'

/** Measures for a test key: no provider is called, so the signals that need one are stubs (D77). */
export async function measureTest(...[deps, subject, signal]: Parameters<typeof measure>): ReturnType<typeof measure> {
  const withoutProviders = { ...deps, model: null, creatorData: null, tokenRisk: null }
  const { measured, facts } = await measure(withoutProviders, subject, signal)
  const { meme, creator, image, name, social, risk } = measured
  return {
    measured: { name, social, meme: asTest(meme), creator: asTest(creator), image: asTest(image), risk: asTest(risk) },
    facts,
  }
}

const asTest = (one: Measured): Measured => ({
  ...one,
  reading: { ...one.reading, reason: 'Not measured: the request came with a test key.' },
})
