import type { Deps } from '../deps.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Picture } from '../providers/images.ts'
import { scoreCreator } from './creator.ts'
import { gatherFacts } from './facts.ts'
import { measureImage } from './image.ts'
import { measureMeme } from './meme.ts'
import { scoreName } from './name.ts'
import { scoreRisk } from './risk.ts'
import type { RuleScore } from './rule-score.ts'
import type { Measured, SignalName, Standing, Submission } from './schemas.ts'
import { scoreSocial } from './social.ts'

type MeasureDeps = Pick<Deps, 'config' | 'db' | 'model' | 'creatorData' | 'tokenRisk' | 'clock' | 'random'>

interface Subject {
  submission: Submission
  prompt: PromptVersion
  picture: Promise<Picture>
  standing: Promise<Standing>
}

/**
 * Measures the six signals at once. A provider that isn't configured gives a stub; one that fails rejects the whole,
 * and what still runs for the others is cancelled (D16).
 */
export async function measure(
  deps: MeasureDeps,
  { submission, prompt, picture, standing }: Subject,
  signal: AbortSignal,
): Promise<Record<SignalName, Measured>> {
  const failed = new AbortController()
  const abort = AbortSignal.any([signal, failed.signal])
  const facts = gatherFacts(deps, submission, abort)
  try {
    const [meme, creator, image, social, risk] = await Promise.all([
      measureMeme(deps, { submission, prompt }, abort),
      facts.then(scoreCreator),
      picture.then((picture) => measureImage(deps, { submission, picture, prompt }, abort)),
      standing.then((standing) => measureSocial(submission, standing)),
      facts.then(scoreRisk),
    ])
    return { meme, creator, image, name: measureName(submission), social, risk }
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

const measureName = ({ name }: Submission) => byRules(scoreName(name), {})

/** The counts are kept with the score, so that whoever checks it later gets the same number. */
const measureSocial = ({ xHandle, name, symbol }: Submission, standing: Standing) =>
  byRules(scoreSocial({ handle: xHandle, name, symbol, ...standing }), standing)

const byRules = ({ score, reason, rules }: RuleScore, inputs: object): Measured => ({
  reading: { score, reason, stub: false, confidence: null },
  evidence: { rules, ...inputs },
})
