import { Type } from 'typebox'
import { checkValue } from '../platform/check-value.ts'
import type { PromptVersion } from './prompts.ts'

type ToolSchema = PromptVersion['meme']['tool']['schema']

const Criteria = Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) })

/** The tool's schema with the criteria in another order: judges fill them in as they come. */
export function orderCriteria(schema: ToolSchema, order: string[]): ToolSchema {
  const { criteria } = schema.properties
  if (!checkValue(Criteria, criteria)) return schema
  const properties = Object.fromEntries(order.map((name) => [name, criteria.properties[name]]))
  return { ...schema, properties: { ...schema.properties, criteria: { ...criteria, properties, required: order } } }
}
