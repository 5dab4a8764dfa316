import type { AttesterFacts, ScoringFacts } from '../../../contract/props/transparency.ts'
import { scoreSchema, scoreSchemaId } from '../../../contract/verification/claim.ts'
import type { Deps } from '../../deps.ts'
import { maxShift } from '../../evaluation/drift.ts'
import { listEvaluations } from '../../evaluation/list-evaluations.ts'
import { listIncidents } from '../../incidents/store.ts'
import { listPublicActivations } from '../../judge/versions/list-prompts.ts'
import { readReleasedFiles } from '../../judge/versions/prompt-files.ts'
import type { PromptVersion } from '../../judge/prompts.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { apiChangelog } from '../../reference/api-changelog.ts'
import type { Site } from '../load-site.ts'
import { listVersionSignals } from '../../scoring/shown/list-version-signals.ts'
import { promptHistory } from './prompt-history.ts'
import { toAccuracy } from './to-accuracy.ts'

const maxIncidents = 50

export function transparencyPageRoute(app: App, deps: Deps, site: Site) {
  const { reads, attester, config } = deps
  const lasting = {
    attester: attesterFacts(attester),
    formerAttesters: config.formerAttesters,
    changelog: apiChangelog,
  }
  let history: ReturnType<typeof promptHistory> | undefined
  app.get('/transparency', { schema: { hide: true }, onSend: setEtag }, async (_request, reply) => {
    const [incidents, activations, prompt, evaluations] = await Promise.all([
      listIncidents(reads, maxIncidents),
      listPublicActivations(deps),
      deps.activePrompt(),
      listEvaluations(deps),
    ])
    history ??= promptHistory(readReleasedFiles()) // not at the start, which it would delay
    const releases = history.map((release) => ({
      ...release,
      isActive: release.id === prompt.id,
      activations: activations.filter(({ version }) => version === release.id),
    }))
    const accuracy = toAccuracy(evaluations, maxShift)
    const props = {
      ...lasting,
      scoring: { ...scoringFacts(prompt), signals: await listVersionSignals(deps) },
      accuracy,
      releases,
      incidents,
    }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'transparency', props, path: '/transparency' })
  })
}

function scoringFacts(prompt: PromptVersion): Omit<ScoringFacts, 'signals'> {
  const { rules, gates, meme, image } = prompt
  return {
    promptVersion: prompt.id,
    rules: Object.values(rules).filter((id) => id !== undefined),
    caps: { copycat: gates.copycat, botBait: gates.botBait.most, instruction: gates.instruction.most },
    criteria: { meme: meme.criteria.weights, image: image.criteria.weights },
  }
}

/** null: this deployment publishes no attestations. */
function attesterFacts(attester: Deps['attester']): AttesterFacts | null {
  if (!attester) return null
  const { address, contract, chainId } = attester
  return { address, contract, chainId, schemaId: scoreSchemaId, schema: scoreSchema }
}
