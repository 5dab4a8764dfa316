export interface RequestBody {
  required?: boolean
  content?: Record<string, { schema?: Schema }>
}

interface Schema {
  type?: string | string[]
  properties?: object
}

/** Drops bodies without fields, and makes nullable ones optional (D55). */
export function relaxBody(operation: { requestBody?: RequestBody }): void {
  const schema = operation.requestBody?.content?.['application/json']?.schema
  if (!schema || !Array.isArray(schema.type) || !schema.type.includes('null')) return
  if (Object.keys(schema.properties ?? {}).length === 0) {
    delete operation.requestBody
    return
  }
  const [type = 'object'] = schema.type
  operation.requestBody = { required: false, content: { 'application/json': { schema: { ...schema, type } } } }
}
