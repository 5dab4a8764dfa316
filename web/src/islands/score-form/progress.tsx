import { useEffect, useState } from 'preact/hooks'

const steps = [
  { at: 0, words: 'Fetching the image' },
  { at: 2, words: 'Asking the judge, the chain and the lists' },
  { at: 10, words: 'Still waiting for an answer from outside' },
  { at: 18, words: 'It takes at most 25 seconds' },
]

/** While the service works: it answers all at once, so this tells the time and no more than is known. */
export function Progress() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const step = steps.findLast(({ at }) => at <= seconds)
  return (
    <div class="progress" role="status">
      <div class="progress-line" />
      <p>
        {step?.words} … <span aria-hidden="true">{seconds} s</span>
      </p>
    </div>
  )
}
