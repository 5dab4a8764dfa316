export interface Assets {
  script: string
  style: string
  /** The script that tells a Farcaster client that the frame is ready. */
  miniApp: string
  icon: string
  icons: Record<'apple' | 'small' | 'large' | 'maskable' | 'ico', string>
  /** Inter, which every page needs. */
  font: string
  /** The files of an island, by its name. */
  modules: Record<string, string[]>
}
