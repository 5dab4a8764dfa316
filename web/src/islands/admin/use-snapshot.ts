import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from './ask.ts'
import { forgetToken } from './kept-token.ts'
import { type Snapshot, loadSnapshot } from './snapshot.ts'

const refreshMs = 15_000

/** The state of the page: what it shows, as of when, and whether it keeps refreshing. */
export function useSnapshot() {
  const token = useRef('')
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const [updatedAt, setUpdatedAt] = useState(0)

  const signOut = () => {
    token.current = ''
    forgetToken()
    setSnapshot(null)
    setRefusal(null)
    setBusy(false)
    setPaused(false)
  }
  const refresh = async () => {
    const asked = token.current
    setBusy(true)
    const found = await loadSnapshot(asked)
    if (token.current !== asked) return // signed out meanwhile
    setBusy(false)
    if ('snapshot' in found) {
      setSnapshot(found.snapshot)
      setUpdatedAt(Date.now())
      setRefusal(null)
      return
    }
    if (found.refusal.kind === 'token' || found.refusal.kind === 'not-configured') signOut()
    setRefusal(found.refusal)
  }
  const signIn = (given: string) => {
    token.current = given
    void refresh()
  }
  const isSignedIn = snapshot !== null
  // The next snapshot is loaded some time after the last one arrived, so that slow ones don't pile up.
  // Within the commit: no refresh follows a pause that the page already shows.
  useLayoutEffect(() => {
    if (!isSignedIn || isPaused || isBusy) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isSignedIn, isPaused, isBusy])
  const refuse = (refused: Refusal) => setRefusal(refused)
  return { token, snapshot, refusal, isBusy, isPaused, updatedAt, signIn, signOut, refresh, refuse, setPaused }
}
