/** 32 random bytes, in the form that Standard Webhooks demands and every subscription takes. */
export const createSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
