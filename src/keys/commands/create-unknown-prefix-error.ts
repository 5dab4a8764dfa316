/** The error of a command for the prefix of an API key that doesn't exist. */
export const createUnknownPrefixError = () => new Error('no API key with this prefix; see keys list')
