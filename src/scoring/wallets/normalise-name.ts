const form = 'must be a name like alice.base.eth'

/** Normalises a name of a wallet (ENSIP-15), or says what is wrong with it. The tables are loaded with the first name. */
export async function normaliseName(text: string): Promise<{ name: string } | { fault: string }> {
  const { normalize } = await import('viem/ens')
  try {
    const name = normalize(text.trim())
    if (!name.includes('.') || new TextEncoder().encode(name).length > 255) return { fault: form }
    return { name }
  } catch {
    return { fault: `${form}, with the characters that such names allow` }
  }
}
