/** `proof` relies on no one; `trust`: the text names what it relies on. */
export interface Check {
  name: string
  kind: 'proof' | 'trust'
  outcome: 'ok' | 'failed' | 'skipped'
  text: string
}

export const ok = (name: string, text: string): Check => ({ name, kind: 'proof', outcome: 'ok', text })
export const failed = (name: string, text: string): Check => ({ name, kind: 'proof', outcome: 'failed', text })
export const skipped = (name: string, text: string): Check => ({ name, kind: 'proof', outcome: 'skipped', text })
