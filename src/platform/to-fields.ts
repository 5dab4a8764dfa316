/** The fields of a value of JSON; those of a value that is no object: none. */
export const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
