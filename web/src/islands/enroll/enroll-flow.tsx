import { WalletGate } from '../wallet/wallet-gate.tsx'
import { SignForm } from './sign-form.tsx'

export interface EnrollingProps {
  scoreId: string
  /** EIP-55. */
  creatorAddress: string
}

/** From a wallet to a signed enrollment. */
export const EnrollFlow = (props: EnrollingProps) => (
  <div class="sheet">
    <h2>Enroll it for launch</h2>
    <WalletGate expected={props.creatorAddress} purpose="enroll this score">
      {(sign) => <SignForm {...props} sign={sign} />}
    </WalletGate>
  </div>
)
