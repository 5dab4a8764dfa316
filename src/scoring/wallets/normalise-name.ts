const form = 'must be a name like alice.base.eth'

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
