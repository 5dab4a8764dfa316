/** Counts this view (D29): by a number made up for this visit, which ends with it. No cookie, and nothing else is sent. */
export function mount(_element: HTMLElement, { enrollmentId }: { enrollmentId: string }): void {
  void fetch(`/v1/launch/${enrollmentId}/attendance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: sessionId() }),
    keepalive: true,
  }).catch(() => undefined) // nobody misses it
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
    return made // some browsers keep nothing
  }
}

const name = 'session'
