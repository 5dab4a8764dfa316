import type { AttesterFacts, ScoringFacts } from 'launchscore-web/pages'
import { scoreSchema, scoreSchemaId } from '../../attestation/claim.ts'
import type { Deps } from '../../deps.ts'
import { listIncidents } from '../../incidents/store.ts'
import { readReleasedFiles } from '../../judge/prompt-files.ts'
import { ACTIVE, activePrompt } from '../../judge/prompts.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { apiChangelog } from '../../reference/api-changelog.ts'
import type { Site } from '../load-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'
import { promptHistory } from './prompt-history.ts'

const maxIncidents = 50

type TransparencyDeps = Pick<Deps, 'reads' | 'attester' | 'config'> & SignalProviders

/** GET /transparency: how scores are made, what changed, and what went wrong. */
export function transparencyPageRoute(app: App, deps: TransparencyDeps, site: Site) {
  const { reads, attester, config } = deps
  const lasting = {
    scoring: scoringFacts(deps),
    attester: attesterFacts(attester),
    formerAttesters: config.formerAttesters,
    changelog: apiChangelog,
  }
  let releases: ReturnType<typeof promptHistory> | undefined
  app.get('/transparency', { schema: { hide: true }, onSend: setEtag }, async (_request, reply) => {
    const incidents = await listIncidents(reads, maxIncidents)
    releases ??= promptHistory(readReleasedFiles(), ACTIVE) // not at the start, which it would delay
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'transparency', props: { ...lasting, releases, incidents }, path: '/transparency' })
  })
}

function scoringFacts(deps: SignalProviders): ScoringFacts {
  const { weights, rules, gates, meme, image } = activePrompt()
  return {
    promptVersion: ACTIVE,
    weights,
    rules,
    caps: { copycat: gates.copycat, botBait: gates.botBait.most, instruction: gates.instruction.most },
    criteria: { meme: meme.criteria.weights, image: image.criteria.weights },
    pending: pendingSignals(deps),
  }
}

/** null: this deployment publishes no attestations. */
function attesterFacts(attester: Deps['attester']): AttesterFacts | null {
  if (!attester) return null
  const { address, contract, chainId } = attester
  return { address, contract, chainId, schemaId: scoreSchemaId, schema: scoreSchema }
}
