/** The settings of WalletConnect in the head of a page. */
export interface WalletConnectSettings {
  /** SERVICE_NAME. */
  name: string
  projectId: string
  relayUrl: string
  chainId: number
}
