import type { AttesterFacts, ScoringFacts } from 'launchscore-web/pages'
import { scoreSchema, scoreSchemaId } from '../attestation/claim.ts'
import type { Deps } from '../deps.ts'
import { listIncidents } from '../incidents/store.ts'
import { readReleasedFiles } from '../judge/prompt-files.ts'
import { ACTIVE, activePrompt } from '../judge/prompts.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { apiChangelog } from '../reference/api-changelog.ts'
import type { Site } from './open-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'
import { promptHistory } from './prompt-history.ts'

const mostIncidents = 50

/** GET /transparency: how scores are made, what changed, and what went wrong. */
export function transparencyPageRoute(app: App, deps: Pick<Deps, 'reads' | 'attester'> & SignalProviders, site: Site) {
  const { reads, attester } = deps
  const lasting = {
    scoring: scoringFacts(deps),
    releases: promptHistory(readReleasedFiles(), ACTIVE),
    attester: attesterFacts(attester),
    changelog: apiChangelog,
  }
  app.get('/transparency', { schema: { hide: true }, onSend: tagAnswer }, async (_request, reply) => {
    const incidents = await listIncidents(reads, mostIncidents)
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'transparency', props: { ...lasting, incidents }, path: '/transparency' })
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

/** Null: this deployment attests nothing. */
function attesterFacts(attester: Deps['attester']): AttesterFacts | null {
  if (!attester) return null
  const { address, contract, chainId } = attester
  return { address, contract, chainId, schemaId: scoreSchemaId, schema: scoreSchema }
}
