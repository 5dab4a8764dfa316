/** Counts this view (D29) by a random number that lasts for the visit. It sets no cookie and sends nothing else. */
export function mount(_element: HTMLElement, { enrollmentId }: { enrollmentId: string }): void {
  void fetch(`/v1/launch/${enrollmentId}/attendance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: sessionId() }),
    keepalive: true,
  }).catch(() => undefined) // a lost count doesn't matter
}

function sessionId(): string {
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    const kept = sessionStorage.getItem(name) ?? made
    sessionStorage.setItem(name, kept)
    return kept
  } catch {
    return made // storage may be off
  }
}

const name = 'session'
