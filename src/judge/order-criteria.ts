import { Type } from 'typebox'
import { checkValue } from '../platform/check-value.ts'
import type { PromptVersion } from './prompts.ts'

type ToolSchema = PromptVersion['meme']['tool']['schema']

const Criteria = Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) })

const made = new WeakMap<ToolSchema, WeakMap<string[], ToolSchema>>()

/** Judges fill criteria in as they come, so `order` varies. */
export function orderCriteria(schema: ToolSchema, order: string[]): ToolSchema {
  const byOrder = made.get(schema) ?? new WeakMap<string[], ToolSchema>()
  made.set(schema, byOrder)
  const ordered = byOrder.get(order) ?? reorder(schema, order)
  byOrder.set(order, ordered)
  return ordered
}

function reorder(schema: ToolSchema, order: string[]): ToolSchema {
  const { criteria } = schema.properties
  if (!checkValue(Criteria, criteria)) return schema
  const properties = Object.fromEntries(order.map((name) => [name, criteria.properties[name]]))
  return { ...schema, properties: { ...schema.properties, criteria: { ...criteria, properties, required: order } } }
}
