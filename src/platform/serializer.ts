import SerializerSelector from '@fastify/fast-json-stringify-compiler'

/**
 * Fastify's own serializer, but compiled once for each schema, not once for each route and status: most answers of a
 * route are the same few errors, and compiling them took most of a start. For `schemaController.compilersFactory`.
 */
export const buildSerializer: SerializerSelector.SerializerFactory = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  const compiled = compiledFor(JSON.stringify([sharedSchemas, options]))
  return (route) => {
    const text = JSON.stringify(route.schema)
    const serializer = compiled.get(text) ?? compile(route)
    compiled.set(text, serializer)
    return serializer
  }
}

const bySharedSchemas = new Map<string, Map<string, SerializerSelector.Serializer>>()

/** What was compiled beside the same shared schemas; serializers keep nothing, so that servers can share them. */
function compiledFor(sharedSchemas: string): Map<string, SerializerSelector.Serializer> {
  const compiled = bySharedSchemas.get(sharedSchemas) ?? new Map<string, SerializerSelector.Serializer>()
  bySharedSchemas.set(sharedSchemas, compiled)
  return compiled
}
