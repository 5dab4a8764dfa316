import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { App } from '../platform/http/http.ts'

/** Compresses the responses of a scope as the client asks. */
export async function compressPages(scope: App): Promise<void> {
  await scope.register(compress, options)
}

/** The best levels take longer than the page itself, the fourth half as long again as the third for 5 % less, and so do the streams that larger responses than `syncThreshold` go through. */
const options: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  syncThreshold: 256 * 1024,
  zlibOptions: { level: 3 },
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
}
