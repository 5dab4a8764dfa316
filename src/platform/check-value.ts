import { type Static, type TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const validators = new WeakMap<TSchema, Validator>()

export function checkValue<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  const known = validators.get(schema)
  const validator = known ?? Compile(schema)
  if (!known) validators.set(schema, validator)
  return validator.Check(value)
}
