import type { Enrollment, TokenBinding } from '../../../api-shapes.ts'
import { Island } from '../../../ui/island.tsx'
import { useWords } from '../../../words/language.ts'
import { outcomeWords } from '../../../words/outcome.ts'

type NameTokenProps = Pick<Enrollment, 'enrollmentId' | 'creatorAddress'> & {
  binding: TokenBinding | null
  /** The contract that was submitted with the score. */
  submitted: string | null
}

/** The way to the form with which the creator names the token; absent where a signature would change nothing. */
export const NameToken = ({ enrollmentId, creatorAddress, binding, submitted }: NameTokenProps) => {
  const t = useWords(outcomeWords)
  const wanted = findWanted(binding)
  if (wanted === null) return null
  const guesses = { nameToken: submitted, confirmToken: binding?.tokenAddress ?? null, nameOther: null }
  const tokenAddress = guesses[wanted]
  return (
    <Island name="bind-token" class="name-token" props={{ enrollmentId, creatorAddress, tokenAddress }}>
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

/** A proven binding that is signed is settled, unless a launchpad's word is all that it rests on. */
function findWanted(binding: TokenBinding | null): 'nameToken' | 'confirmToken' | 'nameOther' | null {
  if (!binding) return 'nameToken'
  if (binding.state !== 'proven') return 'nameOther'
  return binding.origin === 'found' ? 'confirmToken' : null
}
