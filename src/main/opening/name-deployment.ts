import { hash } from 'node:crypto'
import type { Config } from '../../config.ts'

type Named = Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'enrollmentDomain' | 'databaseUrl'>

/**
 * A name of the deployment that is the same for all its replicas. The default PUBLIC_URL contains the port of one replica, so
 * then the name comes from the database, without credentials.
 */
export function nameDeployment({ publicUrl, hasPublicUrl, enrollmentDomain, databaseUrl }: Named): string {
  const name = !hasPublicUrl && databaseUrl ? withoutCredentials(databaseUrl) : `${publicUrl} ${enrollmentDomain}`
  return hash('sha256', name).slice(0, 16)
}

const withoutCredentials = (databaseUrl: string) => {
  const [address = ''] = databaseUrl.split('?')
  return address.slice(address.lastIndexOf('@') + 1)
}
