import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../platform/address.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { launchItem } from './launch-item.ts'
import { CreatorProfile } from './schemas.ts'
import { countBands, listCreatorLaunchRows } from './store.ts'

const latest = 25

/** GET /api/v1/creator/:address: what a wallet has signed for. */
export function getCreatorRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getCreator',
    summary: 'Profile of a creator',
    tags: ['public'],
    params: Type.Object({ address: Type.String({ description: 'The creator’s wallet address' }) }),
    response: {
      200: answer(CreatorProfile, 'The profile; zeros for a wallet that enrolled nothing'),
      304: unchanged,
      ...errorAnswers(400, 500),
    },
  }
  app.get('/api/v1/creator/:address', { schema, onSend: tagAnswer }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return getCreator(reads, request.params.address)
  })
}

/** Only enrolled launches count: anybody can name a wallet in a submission, only its owner signs (D34). */
export async function getCreator(db: Deps['reads'], text: string): Promise<CreatorProfile> {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  const [bands, rows] = await Promise.all([
    countBands(db, result.address),
    listCreatorLaunchRows(db, { creatorAddress: result.address, limit: latest }),
  ])
  return {
    creatorAddress: toChecksumAddress(result.address),
    totalEnrolled: bands.green + bands.amber + bands.red,
    bands,
    launches: rows.map(launchItem),
  }
}
