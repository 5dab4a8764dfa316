import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { App } from '../platform/http/http.ts'

/** Compresses the responses of a scope as the client asks. */
export async function compressPages(scope: App): Promise<void> {
  await scope.register(compress, options)
}

/** Brotli's best level takes longer than the page itself. */
const options: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
}
