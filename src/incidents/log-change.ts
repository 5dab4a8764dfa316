import type { FastifyRequest } from 'fastify'
import type { UpdateKind } from '../../contract/news.ts'

export const logChange = (
  { log, operator }: Pick<FastifyRequest, 'log' | 'operator'>,
  incidentId: string,
  kind: UpdateKind,
): void => log.info({ operator, incidentId, kind }, 'incident changed')
