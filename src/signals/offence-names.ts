import type { AddressFlag } from '../providers/token-risk.ts'

/** Suspicions and mixer entries are not offences. */
export const offenceNames: Partial<Record<AddressFlag, string>> = {
  sanctions: 'sanctions',
  theft: 'theft',
  phishing: 'phishing',
  cybercrime: 'cybercrime',
  money_laundering: 'money laundering',
  financial_crime: 'financial crime',
  dark_web: 'dark-web transactions',
  blackmail: 'blackmail',
  fake_identity: 'faked identity checks',
  malicious_mining: 'malicious mining',
  fake_token: 'a fake token',
  fake_interface: 'a fake standard interface',
  gas_abuse: 'gas abuse',
  reinitialisation: 'repeated initialisation',
}

const namesByCode: Record<string, string | undefined> = offenceNames

/** A code without words is its own name. */
export const nameOffence = (code: string): string => namesByCode[code] ?? code
