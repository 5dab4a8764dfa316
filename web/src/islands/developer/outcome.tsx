import { Alert } from '../../ui/console.tsx'

/** The result of a request, or the reason why it was refused. */
export const Outcome = ({ problem, done }: { problem: string; done: string }) => (
  <>
    <div role="alert">{problem && <Alert title={problem} />}</div>
    <div role="status">{done}</div>
  </>
)
