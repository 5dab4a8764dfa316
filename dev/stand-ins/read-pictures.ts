import { createHash } from 'node:crypto'
import { loadSets } from '../../src/evaluation/sets.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createDecoder } from '../../src/providers/images/images-http.ts'
import { pictureWords } from '../tools/evaluation-pictures/attack-pictures.ts'
import { heldOutPictureWords } from '../tools/evaluation-pictures/held-out-pictures.ts'

/** Reads the words of a picture of either half of the red-team set as the service sends it to the judge. */
export async function createReader(): Promise<(image: Buffer) => string> {
  const { pictures } = loadSets()
  const decode = createDecoder(createMetrics())
  const known = new Map<string, string>()
  for (const [name, words] of Object.entries({ ...pictureWords, ...heldOutPictureWords })) {
    const { bytes } = await decode(pictures.get(name) ?? Buffer.alloc(0), new AbortController().signal)
    known.set(toHash(bytes), words)
  }
  return (image) => known.get(toHash(image)) ?? ''
}

const toHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
