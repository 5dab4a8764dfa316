export const createUnknownPrefixError = () => new Error('no API key with this prefix; see keys list')
