/** JSON Schema's format `uuid` also takes `urn:uuid:`, which the database refuses. */
export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

/** Inside a longer text. */
export const uuidText = uuidPattern.slice(1, -1)

export const uuidForm = new RegExp(uuidPattern)

export const isUuid = (text: string): boolean => uuidForm.test(text)

/** Less than every other UUID: a list begins after it. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'
