import { type Static, type TSchema, Type } from 'typebox'

export const ref = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T>>({ $ref: `${getId(schema)}#` })

export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

export const time = (description: string) => Type.String({ format: 'date-time', description })

export const count = (description: string) => Type.Integer({ minimum: 0, description })

export function getId(schema: TSchema): string {
  if ('$id' in schema && typeof schema.$id === 'string') return schema.$id
  throw new Error('a schema needs an $id to be referred to')
}

/** The response fields of a list, besides its rows. */
export const pageResponse = {
  limit: Type.Integer(),
  nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page' })),
} satisfies Record<string, TSchema>

export interface Detail {
  path: string
  message: string
}
