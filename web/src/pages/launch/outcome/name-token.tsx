import type { Enrollment } from '../../../../../contract/schemas/enrollment.ts'
import type { TokenBinding } from '../../../../../contract/schemas/token.ts'
import { Island } from '../../../ui/island.tsx'
import { useWords } from '../../../words/language.ts'
import { outcomeWords } from '../../../words/outcome.ts'

type NameTokenProps = Pick<Enrollment, 'enrollmentId' | 'creatorAddress'> & {
  binding: TokenBinding | null
  /** The contract that was submitted with the score. */
  submitted: string | null
}

/** The way to the creator's tools: naming the token, denying it, and seeing the tokens that name the wallet. */
export const NameToken = ({ enrollmentId, creatorAddress, binding, submitted }: NameTokenProps) => {
  const t = useWords(outcomeWords)
  const wanted = findWanted(binding)
  const guesses = {
    nameToken: submitted,
    confirmToken: binding?.tokenAddress ?? null,
    nameOther: null,
    ownerTools: null,
  }
  const tokenAddress = guesses[wanted]
  const boundToken = binding?.state === 'proven' ? binding.tokenAddress : null
  const isSettled = wanted === 'ownerTools'
  return (
    <Island
      name="bind-token"
      class="name-token"
      props={{ enrollmentId, creatorAddress, tokenAddress, boundToken, isSettled }}
    >
      <p class="ways">
        <button class="btn sm needs-script" type="button" data-waiting>
          {t[wanted]}
        </button>
        <span class="muted meta needs-script">{t.nameNote}</span>
      </p>
      <noscript>
        <p class="muted meta">
          {t.needsScript} <a href="/api/v1/docs">API</a>
        </p>
      </noscript>
    </Island>
  )
}

/** A proven binding that is signed is settled: the creator can only deny it. */
function findWanted(binding: TokenBinding | null): 'nameToken' | 'confirmToken' | 'nameOther' | 'ownerTools' {
  if (!binding) return 'nameToken'
  if (binding.state !== 'proven') return 'nameOther'
  return binding.origin === 'found' ? 'confirmToken' : 'ownerTools'
}
