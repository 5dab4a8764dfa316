import { hydrate } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Sign, WalletGate } from '../wallet/wallet-gate.tsx'
import type { EnrollingProps, SignForm } from './sign-form.tsx'

export const mount = (element: HTMLElement, props: EnrollingProps) => hydrate(<EnrollFlow {...props} />, element)

/** From a wallet to a signed enrollment. */
export const EnrollFlow = (props: EnrollingProps) => (
  <WalletGate expected={props.creatorAddress}>{(sign) => <LoadedForm {...props} sign={sign} />}</WalletGate>
)

/** The form loads when a wallet is connected. */
function LoadedForm(props: EnrollingProps & { sign: Sign }) {
  const [Form, setForm] = useState<typeof SignForm>()
  useEffect(() => void import('./sign-form.tsx').then((module) => setForm(() => module.SignForm)), [])
  return Form ? <Form {...props} /> : null
}
