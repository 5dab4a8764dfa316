import zlib, { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { App } from '../platform/http/app.ts'

/** Compresses the responses of a scope as the client asks. */
export async function compressPages(scope: App): Promise<void> {
  await scope.register(compress, options)
}

/** Compresses each of the pages of a scope once: they stay the same while the process runs, and are sent as the same buffers. */
export async function compressKeptPages(scope: App): Promise<void> {
  const kept = {
    brotliCompressSync: keepResults(zlib.brotliCompressSync),
    gzipSync: keepResults(zlib.gzipSync),
  }
  await scope.register(compress, { ...options, zlib: kept, syncThreshold: Infinity })
}

type Compress = (content: Buffer, choices: object) => Buffer

function keepResults(compressSync: Compress): Compress {
  const results = new WeakMap<Buffer, Buffer>()
  return (content, choices) => {
    const result = results.get(content) ?? compressSync(content, choices)
    results.set(content, result)
    return result
  }
}

/**
 * Level 4 takes half as long again as level 3 and saves 5 %. The best levels, and the streams that compress responses above
 * `syncThreshold`, take longer than rendering the page.
 */
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
